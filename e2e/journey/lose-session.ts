import type { Page } from '@playwright/test'

/** Deletes the cookie of the session of an open page. */
export async function loseSession(page: Page): Promise<void> {
  await renewal(page)
  await page.context().clearCookies()
}

/** Leaves the console and deletes the cookie of its session. An open page would go to the sign-in page. */
export async function loseSessionWithoutPage(page: Page): Promise<void> {
  await renewal(page)
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Waits until the page has renewed the session, as it does when it opens: a later reply would set the cookie again. */
async function renewal(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, duration }) => name.endsWith('/api/auth/session') && duration > 0),
  )
}
