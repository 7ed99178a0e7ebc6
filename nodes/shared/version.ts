import type { Operation } from './catalogue';
import type { Connection } from './connection';
import { InputError } from './errors';

/** An error if the connection's edition doesn't have the operation. */
export function checkVersion(operation: Operation, connection: Connection): InputError | undefined {
	const { since, name } = operation;
	if (since === undefined || !connection.packaged) return undefined;
	if (since === 'never') {
		return new InputError(
			`"${name}" is not available in the package edition`,
			'It is available in the cloud edition only',
		);
	}
	const { version } = connection;
	if (version === undefined || compareVersions(version, since) >= 0) return undefined;
	return new InputError(
		`"${name}" requires package edition ${since} or later, but the credential has ${version}`,
		'Nothing was sent. If the service is newer, correct "Package Version" in the credential',
	);
}

/** Compares dotted versions by number: negative when `a` is older (`5.9` is older than `5.15`). */
export function compareVersions(a: string, b: string): number {
	const left = a.split('.').map(Number);
	const right = b.split('.').map(Number);
	for (let at = 0; at < Math.max(left.length, right.length); at++) {
		const difference = (left[at] ?? 0) - (right[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
