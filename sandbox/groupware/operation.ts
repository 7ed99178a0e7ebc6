/** The paths of the cloud (`/g`), or one of the two that packages have. */
export type Edition = 'cloud' | 'package';

/** An operation of `api.ts`. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	/** After `/api/v1`, with `{name}` where a parameter stands. */
	readonly path: string;
	/** The OAuth scope that a bearer token needs. Any token will do where none is known. */
	readonly scope?: string;
	/**
	 * Only system administrators and administrators of this application may call it; `system` is for
	 * those of the whole groupware.
	 */
	readonly administers?: string;
	/** Package editions do not know its path. */
	readonly cloudOnly?: boolean;
}
