import { GroupwareError, missing, mustAccompany } from '../errors';
import type { Member } from '../member';
import type { FacilityReference } from '../references';
import type { Body } from '../request';
import { given, listOf, objectOf, textOf } from '../values';
import { companyKeys, type CompanyInfo, type EventContent } from './model';

type Sent = Partial<Body<'schedule.event.update'>>;

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
export function readContent(body: Sent, current: EventContent = empty): EventContent {
	return {
		menu: body.eventMenu ?? '',
		subject: body.subject ?? current.subject,
		notes: body.notes ?? current.notes,
		visibility: body.visibilityType ?? current.visibility,
		attendanceCheck: body.useAttendanceCheck ?? current.attendanceCheck,
		company: companyOf(body.companyInfo ?? {}, current.company),
		usingPurpose: body.facilityUsingPurpose ?? current.usingPurpose,
		additionalItem: body.additionalItems
			? (body.additionalItems.item?.value ?? '')
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

/** The text of a company that a search finds. */
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

function companyOf(info: Partial<CompanyInfo>, current: CompanyInfo): CompanyInfo {
	const company = { ...current };
	for (const key of companyKeys) {
		const text = info[key];
		if (text !== undefined) company[key] = text;
	}
	return company;
}
