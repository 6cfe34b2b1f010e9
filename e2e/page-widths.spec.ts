import type { Page } from '@playwright/test'
import { picture } from './journey/picture.ts'
import { expectNoSidewaysScroll } from './journey/sideways-scroll.ts'
import { expect, test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'

const PHONE = { width: 360, height: 740 }
const WALL = { width: 3840, height: 2160 }

test('every page fits a phone of 360 pixels and uses a screen of 3840 × 2160, with readable lines', async ({
  page,
}) => {
  test.setTimeout(1_200_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  await walkPages(page, async (place) => {
    await expectNoSidewaysScroll(page)
    await picture(page, `${place}-phone`)
    await page.setViewportSize(WALL)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectReadableLines(page, place)
      await picture(page, `${place}-4k-${colorScheme}`)
    }
    await page.setViewportSize(PHONE)
  })
  await page.goto('/chats')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
})

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
