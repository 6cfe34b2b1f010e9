import type { Page } from '@playwright/test'
import { loseSession, loseSessionWithoutPage } from './journey/lose-session.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('a session that ends is a dialog over the chat: the draft stays, and the same person goes on there', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await page.getByLabel('Your question').fill('What was it?')
  await loseSession(page)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await signInAgain(page)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/chats/${sessionId}`)
  await expect(page.getByLabel('Your question')).toHaveValue('What was it?')
  // The menus behind the dialog work again.
  await page.getByRole('main').getByRole('button', { name: 'Actions for A chat' }).click()
  await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  model.say(['That was it.'])
  await page.getByLabel('Your question').press('Enter')
  await expect(page.getByText('That was it.')).toBeVisible()
})

test('a page whose reader comes back after the end of the session still shows the chat', async ({ page }) => {
  model.say(['The answer of before.'])
  await openChatWith(page, model.baseUrl)
  await askBefore(page)
  await loseSession(page)
  await comeBack(page)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expect(page.getByText('The answer of before.')).toBeVisible()
  await expect(page.getByText('Loading failed')).toHaveCount(0)
  await signInAgain(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The answer of before.')).toBeVisible()
})

test('a page that is read again in vain still shows the chat and the draft', async ({ page }) => {
  model.say(['The answer of before.'])
  await openChatWith(page, model.baseUrl)
  await askBefore(page)
  await page.getByLabel('Your question').fill('And then?')
  let refusals = 0
  await page.route(/session\.get/, async (route) => {
    await route.fulfill({ status: 503, body: 'busy' })
    refusals += 1
  })
  await comeBack(page)
  await expect.poll(() => refusals).toBe(3)
  await expect(page.getByText('Loading failed')).toHaveCount(0)
  await expect(page.getByText('The answer of before.')).toBeVisible()
  await expect(page.getByLabel('Your question')).toBeFocused()
  await expect(page.getByLabel('Your question')).toHaveValue('And then?')
})

test('the first question of a new chat is kept when the session has ended', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  await page.goto('/chats')
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue('Scripted agent')
  await page.getByLabel('Your question').fill('And before?')
  await loseSession(page)
  await page.keyboard.press('Enter')
  await signInAgain(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL('/chats')
  await expect(page.getByLabel('Your question')).toHaveValue('And before?')
})

test('after another person has signed in over the page, it shows nothing of the person before', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await page.getByLabel('Your question').fill('My secret?')
  await loseSession(page)
  await page.evaluate(() => localStorage.clear())
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(page).toHaveURL('/chats')
  await expect(page.getByText('Scripted agent')).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.goto(`/chats/${sessionId}`)
  await expect(page.getByText('There is no session with this id.')).toBeVisible()
})

test('a deep link survives sign-in, with its query and its fragment', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await loseSessionWithoutPage(page)
  await page.goto('/ledger/look-up?tx=1#content')
  await signInAgain(page)
  await expect(page).toHaveURL('/ledger/look-up?tx=1#content')
})

test('an address on another host is not opened after sign-in', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await loseSessionWithoutPage(page)
  await page.goto('/?next=//example.org/x')
  await signInAgain(page)
  await expect(page).toHaveURL('/chats')
})

/** Asks a question and waits until its answer has ended: before that, the page does not read the chat again. */
async function askBefore(page: Page): Promise<void> {
  await page.getByLabel('Your question').fill('And?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The answer of before.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
}

/** The page becomes visible again, as when its reader comes back to its tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
}
