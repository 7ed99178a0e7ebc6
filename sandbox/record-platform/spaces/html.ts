/** The body of a space or thread without what could run in a browser (docs/api: disallowed tags are stripped). */
export async function cleanHtml(html: string): Promise<string> {
	// Most runs of the sandbox never need it, and it takes a while to load.
	const { default: sanitize } = await import('sanitize-html');
	return sanitize(html, {
		allowedTags: [...sanitize.defaults.allowedTags, 'img', 'font', 'del', 'ins'],
		allowedAttributes: {
			...sanitize.defaults.allowedAttributes,
			'*': ['style', 'class', 'align', 'title'],
			font: ['color', 'size', 'face'],
			td: ['colspan', 'rowspan'],
			th: ['colspan', 'rowspan'],
		},
	});
}
