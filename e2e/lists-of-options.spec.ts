import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'
import { createChatWith, openChatWith } from './journey/workspace.ts'

test.use(WITH_MOTION)

test('the keyboard opens a list of options that loads late and chooses from it', async ({ page }) => {
  const model = await startScriptedModel()
  await createChatWith(page, model.baseUrl)
  await page.goto('/chats')
  const list = page.getByRole('combobox', { name: 'Persona' })
  await expect(list).toHaveValue('Neutral')
  await expect(list).toHaveAttribute('aria-expanded', 'false')
  await list.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Concise' })).toBeVisible()
  await expect(list).toBeFocused()
  await expect(list).toHaveAttribute('aria-expanded', 'true')
  const names = await page.getByRole('option').allTextContents()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(list).toHaveAttribute('aria-expanded', 'false')
  await expect(list).toHaveValue(String(names[names.indexOf('Neutral') + 1]))
  await expect(list).toBeFocused()
  await model.stop()
})

test('the lists in the head of a chat say that they are open, and mark what is chosen', async ({ page }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await page.getByRole('button', { name: 'Persona of this chat: Neutral' }).click()
  const list = page.getByRole('combobox', { name: 'Persona of this chat' })
  await expect(page.getByRole('option', { name: 'Neutral' })).toHaveAttribute('data-combobox-active', 'true')
  await expect(list).toHaveAttribute('aria-expanded', 'true')
  await model.stop()
})

test('a list whose script arrives after the user has gone on takes no focus', async ({ page }) => {
  const model = await startScriptedModel()
  await createChatWith(page, model.baseUrl)
  await page.goto('/chats', { waitUntil: 'networkidle' })
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.js'))
  await page.getByRole('combobox', { name: 'Persona' }).click()
  const question = page.getByLabel('Your question')
  await question.pressSequentially('How')
  scripts.resolve()
  await arrived
  // Only the list that has arrived has this attribute.
  await expect(page.getByRole('combobox', { name: 'Persona' })).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByRole('option')).toHaveCount(0)
  await question.pressSequentially(' many?')
  await expect(question).toHaveValue('How many?')
  await page.getByRole('combobox', { name: 'Persona' }).click()
  await expect(page.getByRole('option', { name: 'Concise' })).toBeVisible()
  await model.stop()
})
