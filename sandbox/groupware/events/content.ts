import { GroupwareError, missing, mustAccompany } from '../errors';
import type { Member } from '../member';
import type { FacilityReference } from '../references';
import { flagOf, given, type JsonObject, listOf, objectOf, oneOf, textOf } from '../values';
import { companyKeys, type CompanyInfo, type EventContent, visibilities } from './model';

const empty: EventContent = {
	menu: '',
	subject: '',
	notes: '',
	visibility: 'PUBLIC',
	attendanceCheck: false,
	company: {},
	usingPurpose: '',
	additionalItem: '',
};

/**
 * What a body says of an event; what it leaves out stays as it was.
 * Only the menu falls back to the default when it is left out of an update (schedule.event.update, notes).
 */
export function readContent(body: JsonObject, current: EventContent = empty): EventContent {
	const text = (key: string, otherwise: string) =>
		given(body[key]) ? textOf(body[key], key) : otherwise;
	return {
		menu: text('eventMenu', ''),
		subject: text('subject', current.subject),
		notes: text('notes', current.notes),
		visibility: given(body.visibilityType)
			? oneOf(body.visibilityType, 'visibilityType', visibilities)
			: current.visibility,
		attendanceCheck: given(body.useAttendanceCheck)
			? flagOf(body.useAttendanceCheck, 'useAttendanceCheck')
			: current.attendanceCheck,
		company: given(body.companyInfo)
			? companyOf(body.companyInfo, current.company)
			: current.company,
		usingPurpose: text('facilityUsingPurpose', current.usingPurpose),
		additionalItem: given(body.additionalItems)
			? additionalItemOf(body.additionalItems)
			: current.additionalItem,
	};
}

/** Throws where fields of an event don't fit together, whoever wrote them. */
export function checkContent(
	content: EventContent,
	watchers: readonly Member[],
	facilities: readonly FacilityReference[],
): void {
	if (content.visibility === 'SET_PRIVATE_WATCHERS' && watchers.length === 0) {
		throw mustAccompany('watchers', 'visibilityType SET_PRIVATE_WATCHERS');
	}
	if (content.usingPurpose === '' && facilities.some((facility) => facility.needsApplication)) {
		throw missing('facilityUsingPurpose');
	}
}

export function searchableCompany(company: CompanyInfo): string {
	return Object.values(company).join('\n');
}

export interface NewAttachment {
	name: string;
	content: Buffer;
}

/** Files sent inline; throws GRN_REST_API_00225 for a name no file can have. */
export function attachmentsOf(value: unknown): NewAttachment[] {
	return listOf(value, 'attachments').map((entry, index) => {
		const at = `attachments[${index}]`;
		const file = objectOf(entry, at);
		for (const key of ['name', 'content']) {
			if (!given(file[key])) throw missing(`${at}.${key}`);
		}
		const name = textOf(file.name, `${at}.name`);
		if (!isFileName(name)) {
			throw new GroupwareError('GRN_REST_API_00225', `${at}.name cannot be the name of a file.`);
		}
		return { name, content: base64Of(file.content, `${at}.content`) };
	});
}

function isFileName(name: string): boolean {
	const printable = [...name].every((sign) => sign >= ' ' && sign !== '\u007f');
	return printable && name.trim() !== '' && !/[\\/:*?"<>|]/.test(name);
}

function base64Of(value: unknown, name: string): Buffer {
	const text = textOf(value, name).replace(/\s/g, '');
	const body = text.replace(/={1,2}$/, '');
	if (!/^[A-Za-z0-9+/]*$/.test(body) || body.length % 4 === 1) {
		throw new GroupwareError('GRN_REST_API_00202', `${name} is not base64.`);
	}
	return Buffer.from(body, 'base64');
}

function companyOf(value: unknown, current: CompanyInfo): CompanyInfo {
	const company = { ...current };
	const info = objectOf(value, 'companyInfo');
	for (const key of companyKeys) {
		if (given(info[key])) company[key] = textOf(info[key], `companyInfo.${key}`);
	}
	return company;
}

function additionalItemOf(value: unknown): string {
	const { item } = objectOf(value, 'additionalItems');
	if (!given(item)) return '';
	const content = objectOf(item, 'additionalItems.item').value;
	return given(content) ? textOf(content, 'additionalItems.item.value') : '';
}
