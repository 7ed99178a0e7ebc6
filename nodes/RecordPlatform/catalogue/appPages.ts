import { walkPages } from './pages';

/** Apps a call at the most (facts: limits). */
export const APPS_A_PAGE = 100;

/** Apps page by page. */
export const walkApps = walkPages('apps', APPS_A_PAGE);
