import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call } from './journey/call.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('a model is tried before it is saved, its key masked, then revealed', async ({ page }) => {
  const model = await startScriptedModel()
  model.say(['Hello from the runtime.'])
  await signIn(page, '/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('radio', { name: /Self-hosted/ }).click()
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByText('Fill in this field.')).toHaveCount(1)
  await expect(page.getByText(/Enter the address of the runtime/)).toBeVisible()

  await page.getByLabel('Name').fill('My runtime')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Model' }).fill('scripted')
  await page.getByLabel('Base address').fill('http://127.0.0.1:9/v1')
  await page.getByLabel('Key', { exact: true }).fill('sk-test-secret-1234')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('The test failed')).toBeVisible()

  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address() as AddressInfo
  await page.getByLabel('Base address').fill(`http://127.0.0.1:${address.port}/v1`)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the test' }).click()
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeVisible()
  await expect(page.getByText('The test failed')).toBeHidden()
  silent.closeAllConnections()
  silent.close()

  await page.getByLabel('Base address').fill(model.baseUrl)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Hello from the runtime.')).toBeVisible()
  await page.getByRole('button', { name: 'Test and save' }).click()

  const card = page.getByRole('article', { name: 'My runtime' })
  await expect(card.getByText('Key stored')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.content()).not.toContain('sk-test-secret-1234')
  await card.getByRole('button', { name: 'Show key' }).click()
  await expect(card.getByText('sk-test-secret-1234')).toBeVisible()
  await card.getByRole('button', { name: 'Hide key' }).click()
  await expect(card.getByText('sk-test-secret-1234')).toBeHidden()

  await card.getByRole('button', { name: 'Actions for My runtime' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await expect(page.getByText('A key is stored. Leave empty to keep it.')).toBeVisible()
  await page.getByRole('button', { name: 'Advanced' }).click()
  await page.getByLabel('Temperature').fill('0.5')
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await card.getByRole('button', { name: 'Show key' }).click()
  await expect(card.getByText('sk-test-secret-1234')).toBeVisible()
  await model.stop()
})

test('the list of models opens itself, and the name follows the model', async ({ page }) => {
  const model = await startScriptedModel()
  await signIn(page, '/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('radio', { name: /Self-hosted/ }).click()
  await page.getByLabel('Base address').fill(model.baseUrl)
  await page.getByRole('dialog').getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'scripted' }).click()
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('article', { name: 'scripted' })).toBeVisible()
  await model.stop()
})

test('a model that the operator offers is copied, changed and saved', async ({ page }) => {
  const model = await startScriptedModel()
  await signIn(page, '/models')
  const offered = page.getByRole('region', { name: 'Offered here' })
  await expect(offered.getByText('Ask the operator for its address.')).toBeVisible()
  await offered.getByRole('button', { name: 'Copy to mine: House model' }).click()
  await expect(page.getByLabel('Temperature')).toHaveValue('0.5')
  await page.getByLabel('Name').fill('My house model')
  await page.getByLabel('Base address').fill(model.baseUrl)
  await page.getByRole('button', { name: 'Test and save' }).click()

  await expect(page.getByRole('article', { name: 'My house model' })).toBeVisible()
  const { models } = await call<{ models: { params: object }[] }>(page, 'llmConfig.list', { kind: 'query' })
  // The other fields of the copied model are kept.
  expect(models[0]?.params).toEqual({ temperature: 0.5, num_ctx: 8192 })
  await expect(offered.getByText('House model', { exact: true })).toBeVisible()
  await model.stop()
})
