import type { Page } from '@playwright/test'

/** The addresses of the scripts of the pages. */
export const SCRIPTS = /\/_next\/static\/.*\.js/

/** Delays the scripts of the pages, or only those with this text, until the returned function is called. */
export async function holdScripts(page: Page, text = ''): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes(text)) await promise
    await route.fulfill({ response })
  })
  return resolve
}
