import { NodeConnectionTypes } from 'n8n-workflow';

/** Throws in n8n that is too old for the nodes: its log shows the message, not where something was missing. */
export function requireSupportedN8n(types: unknown = NodeConnectionTypes): void {
	if (types === undefined) {
		throw new Error('This node requires n8n 1.123 or later. Update n8n.');
	}
}

requireSupportedN8n();
