import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { walkPages } from './journey/walk-pages.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page is accessible in ${colorScheme} colours`, async ({ page }) => {
    test.setTimeout(300_000)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await walkPages(page, (place) => look(page, `${place}-${colorScheme}`))
  })
}

test('a phone of 360 pixels shows every page without scrolling sideways', async ({ page }) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await walkPages(page, async (place) => {
    await expectNoSidewaysScroll(page)
    await picture(page, `${place}-phone`)
  })
  await page.goto('/chats')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Models' }).click()
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a screen of 3840 × 2160 in ${colorScheme} colours uses its room, and its lines stay readable`, async ({
    page,
  }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width: 3840, height: 2160 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await walkPages(page, async (place) => {
      await expectNoSidewaysScroll(page)
      await expectReadableLines(page, place)
      await picture(page, `${place}-4k-${colorScheme}`)
    })
  })
}

test('a wide table of an answer uses the width beside the text before it scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 })
  const model = await startScriptedModel()
  const columns = Array.from({ length: 10 }, (_, index) => `a rather long column ${index}`)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  model.say([[columns, columns.map(() => '---'), columns].map(line).join('\n'), '\n\nThat is all.'])
  await openChatWith(page, model.baseUrl)
  await page.getByLabel('Your question').fill('Show me all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is all.')).toBeVisible()
  const table = page.getByRole('group', { name: 'Table' })
  await expect(page.getByRole('columnheader', { name: columns.at(-1) ?? '' })).toBeInViewport({ ratio: 1 })
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0)
  await expectNoSidewaysScroll(page)
  await model.stop()
})

test('the palette opens a page and a chat, from the keyboard and from the navigation', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('sour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sources$/)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('seattle')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('appearance: dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goto('/sources')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('table', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Keyboard shortcuts' })).toBeHidden()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('button', { name: 'Search and go to…' }).click()
  await page.getByPlaceholder(/^Go to a page/).fill('agents')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Agents' })).toBeVisible()
})

test('the chosen colour scheme is kept', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

async function look(page: Page, file: string): Promise<void> {
  // An open tooltip under the pointer is not part of the page.
  await page.mouse.move(0, 0)
  await picture(page, file)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Floating elements belong to no region of the page.
    .disableRules(/menu|palette|dialog/.test(file) ? ['region'] : [])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect.soft(found, file).toEqual([])
}

/** Takes a picture for people. Pictures of a 4K screen take longer than the test. */
async function picture(page: Page, file: string): Promise<void> {
  if (process.env.PARLEY_PICTURES) await page.screenshot({ path: `test-results/pages/${file}.png` })
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, page.url()).toBeLessThanOrEqual(0)
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
