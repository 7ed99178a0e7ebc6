const door = String.raw`/k(?:/guest/\d{1,18})?`;
const groupware = String.raw`(?:/g|/scripts/[^/]+/grn\.exe|/cgi-bin/[^/]+/grn\.cgi)`;
const pages = [
	String.raw`/(?:requests|face\.css|face\.js)?`,
	String.raw`${door}/(?:file|\d{1,18}(?:/(?:show|edit)?)?)?`,
	'/k',
	String.raw`${groupware}(?:/(?:(?:schedule|message|space|notification|workflow)/(?:index|view|discussion|file)(?:\.csp)?)?)?`,
];
const both = String.raw`${groupware}/schedule/(?:add|modify)(?:\.csp)?`;
const sent = [String.raw`/sign-(?:in|out)`, String.raw`${door}/\d{1,18}/(?:edit|comment|action)`];
const paths = {
	GET: new RegExp(`^(?:${[...pages, both].join('|')})$`, 'i'),
	POST: new RegExp(`^(?:${[...sent, both].join('|')})$`, 'i'),
};

/** True for what people see in a browser, and for the forms that they send from there; all else is the services'. */
export function isFace(method: string | undefined, path: string): boolean {
	return (method === 'GET' || method === 'POST') && paths[method].test(path);
}
