import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith, openChatWith } from './journey/workspace.ts'

const MANY_WORDS = Array.from({ length: 600 }, (_, index) => `word${index} `)

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

for (const motion of ['reduce', 'no-preference'] as const) {
  test(`Escape closes only the topmost element and does not stop the answer (motion: ${motion})`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await openChatWith(page, model.baseUrl)
    model.say(MANY_WORDS, { pauseMs: 100 })
    await page.getByLabel('Your question').fill('Go on')
    await page.keyboard.press('Enter')
    await expect(page.getByText('word3')).toBeVisible()
    const stop = page.getByRole('button', { name: 'Stop', exact: true })

    await page.getByRole('button', { name: /^Account menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeHidden()
    await expect(stop).toBeVisible()

    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder(/^Go to a page/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByPlaceholder(/^Go to a page/)).toBeHidden()

    await page.getByRole('main').getByRole('button', { name: 'Actions for A chat' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(stop).toBeVisible()
    await expect(page.getByText('Stopped', { exact: true })).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  })
}

test('the account button keeps its place when its menu opens and closes', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const button = page.getByRole('button', { name: /^Account menu/ })
  const before = await button.boundingBox()
  await button.click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeHidden()
  expect(await button.boundingBox()).toEqual(before)
})

test('a chat that arrives late does not take the focus from the menu opened meanwhile', async ({ page }) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto('/sources')
  const late = Promise.withResolvers<void>()
  await page.route(/\/api\/trpc\/[^?]*session\.get\b/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Recent chats' }).getByRole('link', { name: 'A chat' }).click()
  await expect(page).toHaveURL(new RegExp(sessionId))
  const button = page.getByRole('button', { name: /^Account menu/ })
  await button.click()
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  late.resolve()
  await expect(page.getByLabel('Your question')).toBeVisible()
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
