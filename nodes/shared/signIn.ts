import type { IHttpRequestOptions } from 'n8n-workflow';

/** What stands in front of a service, as the advanced settings of a credential hold it. */
export interface GateSettings {
	advanced?: boolean;
	basicUser?: string;
	basicPassword?: string;
	tlsIdentity?: 'none' | 'pem' | 'pfx';
	pemText?: string;
	privateKey?: string;
	pfxSecret?: string;
	passphrase?: string;
}

/** The sign-in of a gate in front of the service; nothing where none is set. */
export function basicHeader({ advanced, basicUser, basicPassword = '' }: GateSettings): {
	Authorization?: string;
} {
	return advanced && basicUser
		? { Authorization: `Basic ${base64(`${basicUser}:${basicPassword}`)}` }
		: {};
}

/** The client certificate for the TLS connection; undefined where none is set. */
export function clientCertificate(settings: GateSettings): IHttpRequestOptions['agentOptions'] {
	const { advanced, tlsIdentity, pemText = '', privateKey = '', pfxSecret = '' } = settings;
	const passphrase = settings.passphrase ? { passphrase: settings.passphrase } : {};
	if (!advanced) return undefined;
	if (tlsIdentity === 'pem') return { cert: pem(pemText), key: pem(privateKey), ...passphrase };
	if (tlsIdentity !== 'pfx') return undefined;
	return { pfx: Buffer.from(pfxSecret.replace(/\s+/g, ''), 'base64'), ...passphrase };
}

/** PEM text with its line ends, which get lost when it is pasted into a field of one line. */
export function pem(text: string): string {
	return text
		.replace(
			/-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g,
			(block, label: string, content: string) => {
				if (content.includes(':')) return block;
				const lines = content.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
				return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
			},
		)
		.trim();
}

/** Base64 of the text in UTF-8. */
export function base64(text: string): string {
	return Buffer.from(text, 'utf8').toString('base64');
}
