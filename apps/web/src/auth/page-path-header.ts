/** The request header in which the server shell passes a page's path and query to the pages. */
export const PAGE_PATH_HEADER = 'x-parley-page-path'
