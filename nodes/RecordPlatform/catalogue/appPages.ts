import { pagesByOffset } from './pages';

/** Maximum number of apps per request. */
export const APPS_PER_PAGE = 100;

/** Apps page by page. */
export const pagesOfApps = pagesByOffset('apps', APPS_PER_PAGE);
