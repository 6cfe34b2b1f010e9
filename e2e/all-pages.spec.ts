import type { Page } from '@playwright/test'
import { findViolations } from './journey/find-violations.ts'
import { picture } from './journey/picture.ts'
import { expectNoSidewaysScroll } from './journey/sideways-scroll.ts'
import { expect, test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
const WALL = { width: 3840, height: 2160 }
const SCHEMES = ['light', 'dark'] as const

// One walk for all of these, because most of its time opens the pages.
test('every page is accessible in light and in dark colours, fits a phone of 360 pixels and uses a screen of 3840 × 2160, with readable lines', async ({
  page,
}) => {
  test.setTimeout(1_200_000)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  await walkPages(page, async (place) => {
    await expectNoSidewaysScroll(page)
    await picture(page, `${place}-phone`)
    // An open tooltip under the pointer is not part of the page.
    await page.mouse.move(0, 0)
    await setSize(page, DESK)
    await expectAccessible(page, `${place}-light`)
    await setScheme(page, 'dark')
    await expectAccessible(page, `${place}-dark`, isDrawnAnew(place) ? undefined : RULES_OF_COLOURS)
    await setSize(page, WALL)
    for (const colorScheme of SCHEMES.toReversed()) {
      await setScheme(page, colorScheme)
      await expectNoSidewaysScroll(page)
      await expectReadableLines(page, place)
      await picture(page, `${place}-4k-${colorScheme}`)
    }
    await setSize(page, PHONE)
  })
  await page.goto('/chats')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
})

/** Changes the size of the window, and waits until the page has drawn what it shows at this size. */
async function setSize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async () => {
    // The first frame tells the page its size, and the second draws what React and the charts made of it.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Changes the colours, and waits until the page has them and no transition is running. */
async function setScheme(page: Page, colorScheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) =>
      document.documentElement.dataset.mantineColorScheme === scheme &&
      !document.getAnimations().some((animation) => animation instanceof CSSTransition),
    colorScheme,
  )
}

/** The rules that colours can break. The elements of most pages are the same in both schemes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Whether a page gets new elements with the colours: the pages of the ledger draw their charts anew. */
function isDrawnAnew(place: string): boolean {
  return place.startsWith('ledger')
}

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

/** Maximum width of running text in em: about 120 characters. */
const LONGEST_LINE_EM = 62

async function expectReadableLines(page: Page, place: string): Promise<void> {
  const wide = await page.evaluate((limitEm) => {
    const texts = [...document.querySelectorAll('main p, main li, main dd, main label')]
    return texts.flatMap((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [line] = [...range.getClientRects()].map(({ width }) => width).toSorted((a, b) => b - a)
      const em = (line ?? 0) / Number.parseFloat(getComputedStyle(element).fontSize)
      return element.childElementCount === 0 && em > limitEm
        ? [`${em.toFixed(0)} em: ${element.textContent}`]
        : []
    })
  }, LONGEST_LINE_EM)
  expect.soft(wide, place).toEqual([])
}
