const pages = [
	/^\/(?:requests|face\.css|face\.js)?$/,
	/^\/k(?:\/guest\/\d{1,18})?\/(?:file|\d{1,18}(?:\/(?:show)?)?)?$/,
	/^\/k$/,
	/^(?:\/g|\/scripts\/[^/]+\/grn\.exe|\/cgi-bin\/[^/]+\/grn\.cgi)(?:\/(?:(?:schedule|message|space|notification)\/(?:index|view|discussion|file)(?:\.csp)?)?)?$/i,
];
const forms = /^\/sign-(?:in|out)$/;

/** True for what people see in a browser; all else is the services'. The pages are for reading only. */
export function isFace(method: string | undefined, path: string): boolean {
	if (method === 'POST') return forms.test(path);
	return method === 'GET' && pages.some((page) => page.test(path));
}
