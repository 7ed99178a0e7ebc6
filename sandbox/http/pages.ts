import type { Reply } from '../types';

/** A small HTML page, as gateways send when something fails in front of a service. */
export function page(status: number, title: string, text: string): Reply {
	return {
		status,
		headers: { 'content-type': 'text/html; charset=utf-8' },
		body: html(title, `<p>${escaped(text)}</p>`),
	};
}

/** For a link of another site: it links to the page itself, so that a click in the sandbox opens it. */
export function pageOfLink(): Reply {
	const texts = ['Open the page of the sandbox', 'サンドボックスのページを開く'];
	const links = texts.map((text) => `<p><a href="">${text}</a></p>`);
	// In a document without an origin, the click would come from another site, too.
	return { status: 200, hasForm: true, body: html('Sandbox', links.join('')) };
}

/** A whole document; `content` is markup already. */
export function html(title: string, content: string): string {
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin: 0 0 1rem; }
input { display: block; width: 100%; box-sizing: border-box; padding: .4rem; font: inherit; }
button { font: inherit; padding: .4rem 1rem; margin-right: .5rem; }
.error { color: #b00020; }
</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${content}
</body>
</html>
`;
}

/** Text as HTML. */
export function escaped(text: string): string {
	const entities: Record<string, string> = {
		'&': '&amp;',
		'<': '&lt;',
		'>': '&gt;',
		'"': '&quot;',
		"'": '&#39;',
	};
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
