import {
	addAccount,
	addGroup,
	addOrganization,
	changeAccount,
	type ChangedAccount,
	type ChangedOrganization,
	changeOrganization,
	findAccountByLogin,
	listGroups,
	listOrganizations,
	type NewAccount,
	type NewGroup,
	type NewOrganization,
	setLanguage,
} from '../accounts';
import type { Account, Sql, Tenant } from '../types';
import { checked, ControlError } from './input';

interface DirectoryInput {
	user?: NewAccount;
	organization?: NewOrganization;
	group?: NewGroup;
}

const text = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[^\\x00]+$' };
const members = { type: 'array', items: text, uniqueItems: true };

const directoryInput = checked<DirectoryInput>({
	type: 'object',
	additionalProperties: false,
	minProperties: 1,
	maxProperties: 1,
	properties: {
		user: {
			type: 'object',
			additionalProperties: false,
			required: ['code'],
			properties: {
				code: { ...text, pattern: '^[^:\\x00]+$' },
				name: text,
				email: text,
				timeZone: text,
				locale: { enum: ['en', 'ja', 'zh'] },
				administrator: { type: 'boolean' },
				applicationAdministrator: { type: 'array', items: text, uniqueItems: true },
				active: { type: 'boolean' },
				password: text,
			},
		},
		organization: {
			type: 'object',
			additionalProperties: false,
			required: ['code'],
			properties: { code: text, name: text, parent: { ...text, nullable: true }, members },
		},
		group: {
			type: 'object',
			additionalProperties: false,
			required: ['code'],
			properties: { code: text, name: text, members },
		},
	},
});

/** Adds a user, an organization or a group and gives it with its id. Throws a ControlError. */
export function addToDirectory(tenant: Tenant, input: unknown): Promise<object> {
	const { user, organization, group } = directoryInput(input);
	return tenant.transaction(async (sql) => {
		if (user) return newUser(sql, user);
		if (organization) {
			refuseTaken(await listOrganizations(sql), organization.code);
			return said(addOrganization(sql, organization));
		}
		if (!group) throw new ControlError('Nothing to add.');
		refuseTaken(await listGroups(sql), group.code);
		return said(addGroup(sql, group));
	});
}

async function newUser(sql: Sql, user: NewAccount): Promise<object> {
	if (user.timeZone !== undefined && !isTimeZone(user.timeZone)) {
		throw new ControlError(`There is no time zone ${user.timeZone}.`);
	}
	const taken = await findAccountByLogin(sql, user.code);
	refuseTaken(taken ? [taken] : [], user.code);
	return addAccount(sql, user);
}

const languageInput = checked<{ language: Account['locale'] | 'auto'; users?: string[] }>({
	type: 'object',
	additionalProperties: false,
	required: ['language'],
	properties: { language: { enum: ['en', 'ja', 'zh', 'auto'] }, users: members },
});

/** Sets the display language of the users named, or of all. Throws a ControlError for an unknown one. */
export function changeLanguage(tenant: Tenant, input: unknown): Promise<object> {
	const { language, users } = languageInput(input);
	return tenant.transaction(async (sql) => {
		const changed = await setLanguage(sql, language, users);
		const unknown = users?.find((code) => !changed.includes(code));
		if (unknown !== undefined) throw new ControlError(`There is no user ${unknown}.`);
		return { language, users: changed };
	});
}

const directoryChange = checked<{ user?: ChangedAccount; organization?: ChangedOrganization }>({
	type: 'object',
	additionalProperties: false,
	minProperties: 1,
	properties: {
		user: {
			type: 'object',
			additionalProperties: false,
			required: ['code'],
			properties: {
				code: text,
				name: text,
				active: { type: 'boolean' },
				removed: { type: 'boolean' },
			},
		},
		organization: {
			type: 'object',
			additionalProperties: false,
			required: ['code'],
			properties: { code: text, name: text, removed: { type: 'boolean' } },
		},
	},
});

/** Changes a user or an organization as an administrator does on a page. Throws a ControlError for an unknown one. */
export function changeDirectory(tenant: Tenant, input: unknown): Promise<object> {
	const { user, organization } = directoryChange(input);
	return tenant.transaction(async (sql) => {
		if (user && !(await changeAccount(sql, user))) {
			throw new ControlError(`There is no user ${user.code}.`);
		}
		if (organization && !(await changeOrganization(sql, organization))) {
			throw new ControlError(`There is no organization ${organization.code}.`);
		}
		return {};
	});
}

function refuseTaken(existing: ReadonlyArray<{ code: string }>, code: string): void {
	if (existing.some((entry) => entry.code === code)) {
		throw new ControlError(`The code ${code} is taken.`);
	}
}

/** An unknown member or parent is the caller's mistake. */
function said<Added extends object>(added: Promise<Added>): Promise<Added> {
	return added.catch((error: unknown) => {
		if (error instanceof Error && error.message.startsWith('There is no ')) {
			throw new ControlError(`${error.message}.`);
		}
		throw error;
	});
}

function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
