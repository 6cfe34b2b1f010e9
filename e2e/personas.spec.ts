import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test('a persona of one’s own is written, chosen for a chat, changed and deleted', async ({ page }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await page.goto('/settings/personas')
  await page.getByRole('button', { name: 'New persona' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Pirate')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please fill this in.')).toBeVisible()
  await form.getByLabel('What the model is told').fill('Talk like a pirate.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: 'Pirate' })).toBeVisible()

  await page.goto('/chats')
  await page.getByRole('combobox', { name: 'Tone' }).click()
  await page.getByRole('option', { name: 'Pirate' }).click()
  model.say(['Arr.'])
  await page.getByLabel('Your question').fill('Hello')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Arr.')).toBeVisible()
  expect(model.lastRequest()).toContain('Talk like a pirate.')

  await page.getByRole('button', { name: 'Tone of this chat: Pirate' }).click()
  await page.getByRole('option', { name: 'Concise' }).click()
  await expect(page.getByRole('combobox', { name: 'Tone of this chat' })).toHaveValue('Concise')
  await page.getByLabel('Your question').fill('Hello again')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Arr.')).toHaveCount(2)
  expect(model.lastRequest()).not.toContain('Talk like a pirate.')

  await page.goto('/settings/personas')
  await page.getByRole('button', { name: 'Delete Pirate' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('You have none of your own yet.')).toBeVisible()
  await model.stop()
})
