'use strict';

/** A fragment isn't sent to the server: `show#record=5` and `#/space/5` are asked for as queries. */
function openFragment() {
	const [, record] = /^#(?:.*&)?record=(\d+)/.exec(location.hash) ?? [];
	const [, space] = /^#\/space\/(\d+)/.exec(location.hash) ?? [];
	if (record) location.replace(`?record=${record}`);
	else if (space) location.replace(`?space=${space}`);
}

/** Asks for the list of requests each second, while somebody looks. */
async function follow(list) {
	const most = Number(list.dataset.most);
	for (;;) {
		await new Promise((done) => setTimeout(done, 1000));
		if (document.hidden) continue;
		try {
			const answer = await fetch(list.dataset.live);
			if (!answer.ok) return;
			const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
			const rows = [...page.querySelectorAll('[data-live] tbody tr')].slice(0, most);
			list.querySelector('tbody').replaceChildren(...rows);
			list.querySelector('p').textContent = page.querySelector('[data-live] p').textContent;
		} catch {
			// The sandbox may be back soon.
		}
	}
}

openFragment();
addEventListener('hashchange', openFragment);
for (const list of document.querySelectorAll('[data-live]')) void follow(list);
