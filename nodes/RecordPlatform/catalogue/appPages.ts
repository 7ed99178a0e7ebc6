import { walkPages } from './pages';

/** Maximum number of apps per request. */
export const APPS_A_PAGE = 100;

/** Apps page by page. */
export const walkApps = walkPages('apps', APPS_A_PAGE);
