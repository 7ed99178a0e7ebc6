import type { ItemContext } from '../../shared/catalogue';
import { isRefused, loadForm } from '../codec/form';
import { RecordReader, UnreadableField } from './reading';
import type { Codes, Settings } from './settings';

/**
 * Runs `work` with the known codes of the built-in fields. If it fails because they were renamed, it runs
 * again with the present ones.
 */
export async function withCodes<Result>(
	settings: Settings,
	item: ItemContext,
	known: Codes | undefined,
	work: (reader: RecordReader) => Promise<Result>,
): Promise<Result> {
	if (known === undefined) {
		return await work(new RecordReader(item, settings, await readCodes(settings, item)));
	}
	return await work(new RecordReader(item, settings, known, false)).catch(
		async (problem: unknown) => {
			const isUnreadable = problem instanceof UnreadableField;
			if (!isUnreadable && !isRefused(problem)) throw problem;
			const codes = await readCodes(settings, item).catch(() => known);
			const isRenamed = JSON.stringify(codes) !== JSON.stringify(known);
			if (!isRenamed && !isUnreadable) throw problem;
			return await work(new RecordReader(item, settings, codes));
		},
	);
}

/** Reads the codes from the app's form. */
async function readCodes(settings: Settings, item: ItemContext): Promise<Codes> {
	const form = await loadForm(item, settings.app, settings.guestSpace);
	const codeOf = (type: string) => form.find((field) => field.type === type)?.code ?? '';
	return {
		updated: codeOf('UPDATED_TIME'),
		created: codeOf('CREATED_TIME'),
		modifier: codeOf('MODIFIER'),
		creator: codeOf('CREATOR'),
		status: codeOf('STATUS'),
	};
}
