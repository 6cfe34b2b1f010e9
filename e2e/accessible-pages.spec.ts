import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { picture } from './journey/picture.ts'
import { expect, test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'

test('every page is accessible in light and in dark colours', async ({ page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await walkPages(page, async (place) => {
    // An open tooltip under the pointer is not part of the page.
    await page.mouse.move(0, 0)
    await expectAccessible(page, `${place}-light`)
    await setScheme(page, 'dark')
    await expectAccessible(page, `${place}-dark`, OF_COLOURS)
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
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

async function expectAccessible(page: Page, file: string, rules?: string[]): Promise<void> {
  await picture(page, file)
  const axe = new AxeBuilder({ page })
  if (rules) axe.withRules(rules)
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  // Floating elements belong to no region of the page.
  if (!rules && /menu|palette|dialog/.test(file)) axe.disableRules(['region'])
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect.soft(found, file).toEqual([])
}
