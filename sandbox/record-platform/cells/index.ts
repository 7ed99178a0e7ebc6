import type { FieldType } from '../form';
import { multipleChoiceCodec, singleChoiceCodec } from './choice';
import type { CellCodec } from './codec';
import { fileCodec } from './files';
import { dateCodec, dateTimeCodec, timeCodec } from './moments';
import { numberCodec } from './number';
import { groupCodec, organizationCodec, userCodec } from './people';
import { linkCodec, textCodec } from './text';

/** The field types whose cells a caller can write, tables aside. */
const CODECS: Partial<Record<FieldType, CellCodec>> = {
	SINGLE_LINE_TEXT: textCodec,
	MULTI_LINE_TEXT: textCodec,
	RICH_TEXT: textCodec,
	LINK: linkCodec,
	NUMBER: numberCodec,
	CHECK_BOX: multipleChoiceCodec,
	MULTI_SELECT: multipleChoiceCodec,
	RADIO_BUTTON: singleChoiceCodec,
	DROP_DOWN: singleChoiceCodec,
	DATE: dateCodec,
	TIME: timeCodec,
	DATETIME: dateTimeCodec,
	FILE: fileCodec,
	USER_SELECT: userCodec,
	ORGANIZATION_SELECT: organizationCodec,
	GROUP_SELECT: groupCodec,
};

export function codecFor(type: FieldType): CellCodec | undefined {
	return CODECS[type];
}

/** The value of a cell nothing was ever stored for, as reads tell it. */
export function emptyValue(type: FieldType): unknown {
	if (type === 'SUBTABLE' || type === 'CATEGORY') return [];
	const codec = CODECS[type];
	return codec ? codec.empty({ type, code: '', label: '' }) : '';
}
