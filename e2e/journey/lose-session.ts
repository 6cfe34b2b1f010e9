import type { Page } from '@playwright/test'

/**
 * Deletes the cookie of the session of an open page. Waits first until the page has renewed the session, as it does when
 * it opens: a later reply would set the cookie again.
 */
export async function loseSession(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, duration }) => name.endsWith('/api/auth/session') && duration > 0),
  )
  await page.context().clearCookies()
}
