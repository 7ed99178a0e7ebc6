import type { IHttpRequestOptions } from 'n8n-workflow';

/** Advanced settings of a credential. */
export interface AdvancedSettings {
	advanced?: boolean;
	basicUser?: string;
	basicPassword?: string;
	tlsIdentity?: 'none' | 'pem' | 'pfx';
	pemText?: string;
	privateKey?: string;
	pfxSecret?: string;
	passphrase?: string;
}

/** The header for Basic authentication, if set. */
export function basicHeader({ advanced, basicUser, basicPassword = '' }: AdvancedSettings): {
	Authorization?: string;
} {
	return advanced && basicUser
		? { Authorization: `Basic ${base64(`${basicUser}:${basicPassword}`)}` }
		: {};
}

/** The client certificate for the TLS connection, if set. */
export function clientCertificate(settings: AdvancedSettings): IHttpRequestOptions['agentOptions'] {
	const { advanced, tlsIdentity, pemText = '', privateKey = '', pfxSecret = '' } = settings;
	const passphrase = settings.passphrase ? { passphrase: settings.passphrase } : {};
	if (!advanced) return undefined;
	if (tlsIdentity === 'pem') return { cert: pem(pemText), key: pem(privateKey), ...passphrase };
	if (tlsIdentity !== 'pfx') return undefined;
	return { pfx: Buffer.from(pfxSecret.replace(/\s+/g, ''), 'base64'), ...passphrase };
}

/** PEM text with line breaks, which get lost when it is pasted into a single-line field. */
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
