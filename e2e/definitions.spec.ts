import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test('a definition is added, refused with a sentence, changed and deleted', async ({ page }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await page.goto('/definitions')
  await expect(page.getByText('You have no definitions yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New definition' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Word' }).fill('active customer')
  await form.getByRole('textbox', { name: 'Meaning' }).fill('Has bought something this year.')
  await form.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('article', { name: 'active customer' })
  await expect(card).toContainText('Has bought something this year.')

  await page.getByRole('button', { name: 'New definition' }).click()
  await form.getByText('Metric', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Name in SQL' }).fill('revenue')
  await form.getByRole('textbox', { name: 'Aggregate in SQL' }).fill('sum(total)')
  await form.getByRole('textbox', { name: 'Table' }).fill('shop.orders')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/no table|no data source|does not exist/i)).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  await card.getByRole('button', { name: 'Change active customer' }).click()
  await form.getByRole('textbox', { name: 'Meaning' }).fill('Bought twice.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Bought twice.')
  await card.getByRole('button', { name: 'Delete active customer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('You have no definitions yet.')).toBeVisible()
})
