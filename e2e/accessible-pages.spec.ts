import type { Page } from '@playwright/test'
import { findViolations } from './journey/find-violations.ts'
import { picture } from './journey/picture.ts'
import { expect, test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'

test('every page is accessible in light and in dark colours', async ({ page }) => {
  test.setTimeout(1_200_000)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await walkPages(page, async (place) => {
    // An open tooltip under the pointer is not part of the page.
    await page.mouse.move(0, 0)
    await expectAccessible(page, `${place}-light`)
    await setScheme(page, 'dark')
    await expectAccessible(page, `${place}-dark`, RULES_OF_COLOURS)
    await setScheme(page, 'light')
  })
})

/** Changes the colours, and waits until the page has taken them and none of them is still turning. */
async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    colorScheme,
  )
}

/** The rules that colours can break. The elements of a page are the same in both schemes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectAccessible(page: Page, file: string, rules?: string[]): Promise<void> {
  await picture(page, file)
  // Floating elements belong to no region of the page.
  const isFloating = /menu|palette|dialog/.test(file)
  const found = await findViolations(
    page,
    rules ? { rules } : { tags: TAGS, ...(isFloating && { disabledRules: ['region'] }) },
  )
  expect.soft(found, file).toEqual([])
}
