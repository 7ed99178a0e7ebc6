import type { AppRight } from './parts';

export interface App {
	id: string;
	code: string;
	spaceId: string | null;
	threadId: string | null;
	inGuestSpace: boolean;
	createdAt: Date;
	creator: string;
	modifiedAt: Date;
	modifier: string;
	deployStatus: string;
	/** Who may do what, as production says; null while nothing was set there. */
	rights: AppRight[] | null;
}
