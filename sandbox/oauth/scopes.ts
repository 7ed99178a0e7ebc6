/** Scope → what the consent page says of it (docs/api: record platform section 3, groupware section 2). */
export const scopes: Readonly<Record<string, string>> = {
	'k:app_record:read': 'Read records',
	'k:app_record:write': 'Change records',
	'k:app_settings:read': 'Read app settings',
	'k:app_settings:write': 'Change app settings',
	'k:file:read': 'Download files',
	'k:file:write': 'Upload files',
	'g:schedule:read': 'Read events',
	'g:schedule:write': 'Change events',
	'g:schedule.facility:read': 'Read facilities',
	'g:schedule.facility:write': 'Change facilities',
	'g:workflow:read': 'Read workflow requests',
	'g:workflow.form:read': 'Read request forms',
	'g:notification:read': 'Read notifications',
	'g:notification:write': 'Send notifications',
	'g:base:read': 'Read users and organizations',
	'g:presence:read': 'Read presence',
	'g:presence:write': 'Change presence',
	'g:todo:read': 'Read to-dos',
	'g:todo.category:read': 'Read to-do categories',
	'g:todo:write': 'Change to-dos',
	'g:system.api.proxy:read': 'Read proxy settings',
	'g:system.api.proxy:write': 'Change proxy settings',
	'g:system.plugin:read': 'Read plug-ins',
};

/** The scopes of a space-separated list, each once; undefined when there is none or one is unknown. */
export function scopesOf(text: string): string[] | undefined {
	const asked = [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))];
	return asked.length > 0 && asked.every((scope) => Object.hasOwn(scopes, scope))
		? asked
		: undefined;
}
