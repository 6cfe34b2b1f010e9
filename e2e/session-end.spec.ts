import type { Page } from '@playwright/test'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('a question asked after the session has ended is kept, and the chat opens again after sign-in', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await page.getByLabel('Your question').fill('What was it?')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await signInAgain(page)
  await expect(page).toHaveURL(`/chats/${sessionId}`)
  await expect(page.getByLabel('Your question')).toHaveValue('What was it?')
  model.say(['That was it.'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('That was it.')).toBeVisible()
})

test('the first question of a new chat is kept when the session has ended', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  await page.goto('/chats')
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue('Scripted agent')
  await page.getByLabel('Your question').fill('And before?')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await signInAgain(page)
  await expect(page).toHaveURL('/chats')
  await expect(page.getByLabel('Your question')).toHaveValue('And before?')
})

test('a deep link survives sign-in, with its query and its fragment', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await endSession(page)
  await page.goto('/ledger/look-up?tx=1#content')
  await signInAgain(page)
  await expect(page).toHaveURL('/ledger/look-up?tx=1#content')
})

test('an address on another host is not opened after sign-in', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await endSession(page)
  await page.goto('/?next=//example.org/x')
  await signInAgain(page)
  await expect(page).toHaveURL('/chats')
})

/** Leaves the console first, because an open page goes to the sign-in page when its session ends. */
async function endSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
}
