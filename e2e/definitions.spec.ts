import { readFile } from 'node:fs/promises'
import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith } from './journey/workspace.ts'

test('a definition is added, refused with a sentence, changed and deleted', async ({ page }) => {
  const model = await startScriptedModel()
  await createChatWith(page, model.baseUrl)
  await page.goto('/definitions')
  await expect(page.getByText('No definitions yet')).toBeVisible()
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
  await expect(page.getByText('No definitions yet')).toBeVisible()
})

test('definitions are saved as YAML, and such a file is read with what it leaves out', async ({ page }) => {
  const model = await startScriptedModel()
  await createChatWith(page, model.baseUrl)
  await page.goto('/definitions')
  const importFile = async (text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import YAML' }).click()
    const file = { name: 'definitions.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) }
    await (await chooser).setFiles(file)
  }
  const term = `{"kind":"term","name":"active customer","text":"Bought twice."}`
  const document = `semantic_model:
  - name: shop
    datasets: [{name: orders, source: shop.orders}]
    custom_extensions: [{vendor_name: PARLEY, data: '${term}'}]
`
  await importFile(document)
  const dialog = page.getByRole('dialog', { name: 'Import definitions' })
  await expect(dialog).toContainText('1 created, 0 updated, 0 unchanged.')
  await expect(dialog).toContainText('Line 3: the dataset orders gives no definition.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article', { name: 'active customer' })).toContainText('Bought twice.')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export YAML' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved).toContain('"name": "active customer"')
  await importFile(saved.replace('twice', 'three times'))
  await expect(dialog).toContainText('0 created, 1 updated, 0 unchanged.')
  await page.keyboard.press('Escape')
  await importFile('semantic_model: 3')
  await expect(dialog).toContainText('Line 1: semantic_model must be a list of models.')
  // A browser sends no event for a second choice of the same file while the input still has that file.
  await expect(page.locator('input[type=file]')).toHaveValue('')
})
