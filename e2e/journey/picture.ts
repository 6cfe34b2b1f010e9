import type { Page } from '@playwright/test'

/** Takes a picture for people. Pictures of a 4K screen take longer than the test. */
export async function picture(page: Page, file: string): Promise<void> {
  if (process.env.PARLEY_PICTURES) await page.screenshot({ path: `test-results/pages/${file}.png` })
}
