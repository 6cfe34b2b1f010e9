import { fillChats } from './journey/fill-chats.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith, openChatWith, openSampleWorkspace } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('ten thousand chats are a short page that grows while its user scrolls', async ({ page }) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await fillChats(sessionId, 10_000)
  await page.goto('/chats')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Chat number 1 / })).toBeVisible()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000)
  // While pages load slowly, the wheel may pass the first of them.
  const later = main.getByRole('link', { name: /^Chat number (?:1[2-9]\d|[2-9]\d{2}|\d{4,}) / })
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(later.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000)
})

test('a chat is found by a word of its messages, comes first after a new one, and other users do not find it', async ({
  page,
  browser,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await fillChats(sessionId, 3)
  model.say(['The zeppelin lands in Köln.'])
  await page.getByLabel('Your question').fill('Where does it land?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The zeppelin lands in Köln.')).toBeVisible()
  const recent = page.getByRole('navigation', { name: 'Recent chats' })
  await expect(recent.getByRole('link').nth(1)).toHaveText('A chat')

  await recent.getByRole('link', { name: 'Show all' }).click()
  const main = page.getByRole('main')
  await main.getByLabel('Search names and messages').fill('zeppelin')
  await expect(main.getByRole('link', { name: /^A chat/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Chat number 1/ })).toBeHidden()

  const other = await browser.newContext()
  const stranger = await other.newPage()
  await openChatWith(stranger, model.baseUrl)
  await stranger.goto('/chats')
  await stranger.getByLabel('Search names and messages').fill('zeppelin')
  await expect(stranger.getByText('No chat matches')).toBeVisible()
  await other.close()
})

test('a chat is renamed and deleted from the navigation', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const recent = page.getByRole('navigation', { name: 'Recent chats' })
  await recent.getByText('A chat').hover()
  await recent.getByRole('button', { name: 'Actions for A chat' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Plan für 2027')
  await page.getByRole('button', { name: 'Save' }).click()
  await recent.getByText('Plan für 2027').hover()
  await recent.getByRole('button', { name: 'Actions for Plan für 2027' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await expect(page.getByText('Plan für 2027', { exact: true })).toBeHidden()
})

test('the menu beside a chat’s name pins, moves and archives it, and the library shows it so', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  const main = page.getByRole('main')
  const act = async (name: string) => {
    await main.getByRole('button', { name: 'Actions for A chat' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pin')
  await act('Move to a folder')
  await page.getByRole('dialog').getByLabel('Folder').fill('Übersicht')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/chats')
  await expect(
    main.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: /^A chat/ }),
  ).toBeVisible()
  await main.getByRole('link', { name: /^A chat/ }).click()
  // The row of the list has a button of the same name.
  await expect(main.getByRole('heading', { level: 1, name: 'A chat' })).toBeVisible()
  await act('Unpin')
  await act('Archive')
  await expect(page.getByRole('navigation', { name: 'Recent chats' })).toBeHidden()
  await act('Move out of the archive')
  await expect(page.getByRole('navigation', { name: 'Recent chats' })).toBeVisible()
})

test('the library marks a chat whose answer is being written, and shows the last chart of another', async ({
  page,
}) => {
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  await openChatWith(page, model.baseUrl, { isSignedIn: true })
  const release = model.holdBack(['One ', 'done.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  // A new page knows only from the service which chat is running.
  await page.goto('/chats')
  const main = page.getByRole('main')
  const running = main.getByRole('link', { name: /^A chat/ })
  await expect(running).toContainText('An answer is being written')
  const drawn = main.getByRole('link', { name: /^Seattle weather/ })
  await expect(drawn).not.toContainText('An answer is being written')
  await expect(drawn.locator('img')).toHaveJSProperty('complete', true)
  expect(
    await drawn.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(100)
  await expect(running.locator('img')).toHaveCount(0)
  release()
  await running.click()
  await expect(page.getByText('One done.')).toBeVisible()
  await page.goto('/chats')
  await expect(main.getByRole('link', { name: /^A chat/ })).not.toContainText('An answer is being written')
})
