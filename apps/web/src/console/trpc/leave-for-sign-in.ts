import { signInAddress } from '#web/auth/return-path.ts'

/** Opens the sign-in page, which leads back here. A full page load clears the memory of the ended session. */
export function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(signInAddress(`${pathname}${search}${hash}`))
}
