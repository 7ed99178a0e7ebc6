/** Sign-in kinds of the calls (facts: authentication). */
export const ANY_SIGN_IN = ['Password', 'OAuth2'];

/** What the caller must be allowed to do (facts: operations, rights). */
export const rights = {
	view: 'the right to view the event',
	add: 'the right to add events',
	change: 'the right to change the event',
	remove: 'the right to delete the event',
	administer: 'system administrator, or administrator of the scheduler',
};
