import type { Page } from '@playwright/test'
import { test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'

const FOLDER = 'test-results/pages'
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
const SETTLE_MS = 250
const SCHEMES = ['light', 'dark'] as const

test('pictures of every page in four sizes and two colour schemes', async ({ page }) => {
  test.setTimeout(600_000)
  await page.setViewportSize(SIZES[1])
  await walkPages(page, (place) => takePictures(page, place))
})

/** Leaves the page at the size and in the colours in which the walk goes on. */
async function takePictures(page: Page, place: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      // What lies over the page finds its place again, and the colours change over.
      await page.waitForTimeout(SETTLE_MS)
      await page.screenshot({
        path: `${FOLDER}/${place}-${size.width}-${colorScheme}.png`,
        animations: 'disabled',
      })
    }
  }
  await page.setViewportSize(SIZES[1])
}
