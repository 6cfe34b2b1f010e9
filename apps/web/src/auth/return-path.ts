const HOME = '/chats'
/** Any origin works: the code only checks whether an address leaves it. */
const ORIGIN = 'http://localhost'

/** The address of the sign-in page that leads back to `path` afterwards. */
export function signInAddress(path: string): string {
  const next = toReturnPath(path)
  return next === HOME ? '/' : `/?next=${encodeURIComponent(next)}`
}

/**
 * The page to open after sign-in: `next` when it is a path of this service, `/chats` for everything else. An address
 * on another host is never returned.
 */
export function toReturnPath(next: string | null | undefined): string {
  const url = next?.startsWith('/') ? URL.parse(next, ORIGIN) : null
  if (url?.origin !== ORIGIN || url.pathname === '/' || url.pathname.startsWith('/api/')) return HOME
  // Next.js adds this parameter to requests for parts of a page.
  url.searchParams.delete('_rsc')
  return `${url.pathname}${url.search}${url.hash}`
}
