import { answerIn, type Question, questionPage } from '../../../nodes/shared/sendAndWait';

const text: Question = { title: 'Reason', message: 'Why?' };
const single: Question = { ...text, approve: 'Yes' };
const double: Question = { ...single, decline: 'No' };

it.each([
	['the first button', double, { answer: 'approve' }, { approved: true }],
	['the second button', double, { answer: 'decline' }, { approved: false }],
	['the only button', single, { answer: 'approve' }, { approved: true }],
	['a button that the page does not have', single, { answer: 'decline' }, undefined],
	['nothing', double, {}, undefined],
	['a label', double, { answer: 'Yes' }, undefined],
	['a text for buttons', double, { text: 'approve' }, undefined],
	['a list', double, { answer: ['approve'] }, undefined],
	['a text', text, { answer: 'send', text: ' It is late \n' }, { text: ' It is late \n' }],
	['a blank text', text, { answer: 'send', text: ' \n' }, undefined],
	['a list of texts', text, { text: ['a', 'b'] }, undefined],
	['a button for a text', text, { answer: 'approve' }, undefined],
])('%s is an answer if the page offers it', (_what, question, sent, answer) => {
	expect(answerIn(question, sent)).toEqual(answer);
});

it.each([
	['title', { title: '</title><script>a</script>' }],
	['message', { message: '</p><form action="https://evil.example">' }],
	['label', { approve: '<img src=x>', decline: '"><b>\'&amp;' }],
])('a %s is shown as it is, and never a part of the page', (_what, change) => {
	const html = questionPage({ ...double, ...change });
	const own = /<(?!\/?(?:html|head|body|main|meta|title|style|h1|p|form|button)\b)(?!!doctype)/;
	expect(html).not.toMatch(own);
	expect(html.match(/<form\b[^>]*>/g)).toEqual(['<form method="post">']);
	expect(html.match(/<button\b[^>]*>/g)).toHaveLength(2);
	expect(html).not.toContain('&amp;');
});

it('a page has the controls of its question, and no script', () => {
	const controls = (question: Question) =>
		[...questionPage(question).matchAll(/<(?:button|textarea)\b.*?>(.*?)<\//g)].map(
			([, label]) => label,
		);
	expect(controls(single)).toEqual(['Yes']);
	expect(controls(double)).toEqual(['Yes', 'No']);
	expect(controls(text)).toEqual(['', 'Send']);
	expect(questionPage(double)).not.toMatch(/<script|javascript:|\son\w+=/);
});
