import { explain } from '../../../nodes/Groupware/errors';

const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
	status,
	headers,
	body,
});

it('tells message, cause and code of the body, and what to do', () => {
	const error = {
		errorCode: 'GRN_SCHD_13001',
		message: 'The appointment was not found.',
		cause: 'It may have been deleted.',
		counterMeasure: 'Check it.',
	};
	expect(explain(reply(404, { error }))).toEqual({
		code: 'GRN_SCHD_13001',
		message: 'The appointment was not found: It may have been deleted',
		advice: 'Check the ID of the event. It may have been deleted',
	});
});

it('gives the measure of the service where nothing else is known', () => {
	const error = { errorCode: 'GRN_X_1', message: 'No.', cause: 'No.', counterMeasure: 'Wait.' };
	expect(explain(reply(400, { error }))).toEqual({
		code: 'GRN_X_1',
		message: 'No',
		advice: 'Wait',
	});
});

it('understands code and message on the top level', () =>
	expect(explain(reply(401, { code: 'GRN_REST_API_00003', message: 'Who?' }))).toMatchObject({
		code: 'GRN_REST_API_00003',
		message: 'Who?',
	}));

it('finds the code in the header when the body is a web page', () => {
	const page = '<html><body>Server error</body></html>';
	expect(explain(reply(520, page, { 'x-cybozu-error': 'GRN_CMMN_00106' }))).toMatchObject({
		code: 'GRN_CMMN_00106',
		advice: 'Check the ID of the organization',
	});
	expect(explain(reply(502, page))).toBeUndefined();
	expect(explain(reply(400, { records: [] }))).toBeUndefined();
	expect(explain(reply(400, null))).toBeUndefined();
});

it('says which failures pass by themselves', () => {
	const busy = { error: { errorCode: 'GRN_REST_API_00104', message: 'Busy' } };
	expect(explain(reply(429, busy))?.transient).toBe(true);
	const taken = { error: { errorCode: 'GRN_SCHD_13208', message: 'Taken' } };
	expect(explain(reply(400, taken))?.transient).toBeUndefined();
});

it('tells a redirect to a sign-in page', () => {
	const at = (location: string) => explain(reply(302, '', { location }));
	expect(at('https://example.cybozu.com/login?saml=on')?.message).toContain('sign-in page');
	expect(at('https://elsewhere.example.com/')).toBeUndefined();
});
