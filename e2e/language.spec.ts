import type { Page } from '@playwright/test'
import { ZH_HANS as TEXTS } from '../apps/web/src/console/frame/translations/zh-hans.ts'
import { expectChinese } from './journey/expect-chinese.ts'
import { pressShortcut } from './journey/press-shortcut.ts'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { PAGES } from './journey/walk-pages.ts'

test('a person chooses Chinese, and every page is Chinese, also after a reload', async ({ page }) => {
  test.setTimeout(1_200_000)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEXTS.signIn.headline)
  await expect(page).toHaveTitle(TEXTS.component.product)
  await expectChinese(page)

  await page.getByRole('button', { name: TEXTS.signIn.browserWallet.create }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEXTS.sample.title)
  await expectChinese(page)
  await askFirstQuestion(page)
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectChinese(page)
  }
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEXTS.frame.notFoundTitle)
  await expectChinese(page)
  await expectServiceInChinese(page)
  await openOverlays(page)

  await page.goto('/sources')
  await expect(page).toHaveTitle(`${TEXTS.source.title} · Parley`)
  await page.getByRole('button', { name: TEXTS.frame.accountMenu }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test.describe('with a browser in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  test('the charts of the ledger have Chinese axes', async ({ page }) => {
    await signIn(page, '/ledger/history')
    const { charts, columns } = TEXTS.ledger.history
    for (const name of ['staked', 'emission', 'supply', 'fees'] as const) {
      const axes = page.getByRole('region', { name: charts[name]('CHN') }).locator('svg.marks')
      await expect(axes.getByText(columns[name], { exact: true })).toBeVisible()
      await expect(axes.getByText(columns.hour, { exact: true })).toBeVisible()
    }
  })

  test('the first page is Chinese as the server sends it, until a person chooses English', async ({
    page,
  }) => {
    const reply = await page.goto('/')
    expect(await reply?.text()).toContain(TEXTS.signIn.headline)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TEXTS.signIn.headline)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask your data. See every step.')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

/** Refusals of the service, and what it offers everyone. */
async function expectServiceInChinese(page: Page): Promise<void> {
  await page.goto('/chats/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('没有此编号的对话。')).toBeVisible()
  await page.goto('/settings/personas')
  await expect(page.getByRole('article', { name: '中立' })).toContainText('平实、客观。')
}

/** Asks the question of the samples, and opens the run of its answer. Numbers and dates are written as in Chinese. */
async function askFirstQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: TEXTS.template.templates.data.button }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/, { timeout: 60_000 })
  await page.getByRole('button', { name: TEXTS.conversation.composer.send, exact: true }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(TEXTS.result.rows(12)).first()).toBeVisible()
  await expectChinese(page)
  await page.reload()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: TEXTS.conversation.howItGotThere }).click()
  await page.getByRole('link', { name: TEXTS.conversation.openRun }).click()
  await expect(page.getByRole('list', { name: TEXTS.run.timeline })).toBeVisible()
  await expect(page.getByText(/开始于 \d{4}年\d{1,2}月\d{1,2}日/)).toBeVisible()
  await expectChinese(page)
  await page.goto('/sources')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Seattle weather/ })
    .click()
  await expect(page.getByText(/1,461 行/).first()).toBeVisible()
  await expectChinese(page)
}

/** Opens what lies over a page: dialogs, the palette and the shortcuts. */
async function openOverlays(page: Page): Promise<void> {
  await page.goto('/models')
  await page.getByRole('button', { name: TEXTS.model.add }).click()
  await page.getByRole('button', { name: TEXTS.model.advanced }).click()
  await expect(page.getByLabel(TEXTS.model.temperature)).toBeVisible()
  await expectChinese(page)
  await page.goto('/sources')
  await page.getByRole('button', { name: TEXTS.source.connection.add }).click()
  await expect(page.getByLabel(TEXTS.source.connection.paste)).toBeVisible()
  // Its button is below the footer of the dialog until the dialog is scrolled.
  await page
    .getByRole('button', { name: TEXTS.source.connection.advanced })
    .evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expectChinese(page)
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: TEXTS.apiKey.create, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectChinese(page)
  await page.goto('/chats')
  await pressShortcut(page, 'Control+k', page.getByPlaceholder(TEXTS.frame.palette.placeholder))
  await expectChinese(page)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await pressShortcut(page, 'Shift+?', page.getByRole('table', { name: TEXTS.frame.shortcuts.title }))
  await expectChinese(page)
}
