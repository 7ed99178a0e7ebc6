import { toDate, toDateTime, toTime } from '../../nodes/RecordPlatform/values/moments';

/** Prints how texts are read in a workflow of a zone; a process of its own, for a machine in another zone. */
const [, , zone = '', texts = '[]'] = process.argv;
const read = (JSON.parse(texts) as string[]).map((text) => [
	toDate(text, zone) ?? null,
	toDateTime(text, zone) ?? null,
	toTime(text, zone) ?? null,
]);
process.stdout.write(JSON.stringify({ machine: new Date(2026, 0, 31).getTimezoneOffset(), read }));
