import { pressShortcut } from './journey/press-shortcut.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { expectNoSidewaysScroll } from './journey/sideways-scroll.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'

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
  await expect(page).toHaveTitle('Seattle weather · Parley')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('sour')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Sources · Parley')

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('new persona')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New persona' })).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/personas$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Go to a page/).fill('appearance: dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goto('/sources')
  await page.getByRole('heading', { level: 1 }).click()
  await pressShortcut(page, 'Shift+?', page.getByRole('table', { name: 'Keyboard shortcuts' }))
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

test('the name of a chat is whole on a phone, above its agent', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSampleWorkspace(page)
  const name = page.getByRole('heading', { level: 1, name: 'Seattle weather' })
  await expect(name).toBeVisible()
  await expect(page.getByText('Demo', { exact: true })).toBeVisible()
  const cut = await name.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return (
      text.getBoundingClientRect().width > element.clientWidth + 1 ||
      element.scrollHeight > element.clientHeight + 1
    )
  })
  expect(cut).toBe(false)
  const agent = page.getByRole('button', { name: /^Agent of this chat/ })
  expect((await agent.boundingBox())?.y).toBeGreaterThan((await name.boundingBox())?.y ?? 0)
  await expectNoSidewaysScroll(page)
})
