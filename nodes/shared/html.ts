/**
 * n8n shows hints, descriptions of errors, and descriptions of choices as HTML. A name or a message of
 * the service must not become a link or an image there, or vanish.
 */
export function asHtml(text: string): string {
	return text.replace(/<(?=[a-z/!?])/gi, '&lt;');
}

/** The text that `asHtml` was given, for places that show text. */
export function textOfHtml(html: string): string {
	return html.replaceAll('&lt;', '<');
}
