import sanitize from 'sanitize-html';

/** The body of a space or thread without what could run in a browser (docs/api: disallowed tags are stripped). */
export function cleanHtml(html: string): string {
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
