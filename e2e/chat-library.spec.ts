import { fillChats } from './journey/fill-chats.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('ten thousand chats are a short page that grows while its user scrolls', async ({ page }) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await fillChats(sessionId, 10_000)
  await page.goto('/chats')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Chat number 1 / })).toBeVisible()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000)
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(main.getByRole('link', { name: /^Chat number 12\d / }).first()).toBeVisible({ timeout: 500 })
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
  await signIn(stranger)
  await openChatWith(stranger, model.baseUrl, { isSignedIn: true })
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
