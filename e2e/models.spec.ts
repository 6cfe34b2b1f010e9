import { startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('a model is tried before it is saved, its key masked, then revealed', async ({ page }) => {
  const model = await startScriptedModel()
  model.say(['Hello from the runtime.'])
  await signInWithBrowserWallet(page)
  await page.goto('/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('radio', { name: /Self-hosted/ }).click()
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByText('Please fill this in.')).toHaveCount(2)
  await expect(page.getByText(/Give the address of the runtime/)).toBeVisible()

  await page.getByLabel('Name').fill('My runtime')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Model' }).fill('scripted')
  await page.getByLabel('Base address').fill('http://127.0.0.1:9/v1')
  await page.getByLabel('Key', { exact: true }).fill('sk-test-secret-1234')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('The test failed')).toBeVisible()

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
  await page.getByLabel('Temperature').fill('0.5')
  await page.getByRole('button', { name: 'Test and save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await card.getByRole('button', { name: 'Show key' }).click()
  await expect(card.getByText('sk-test-secret-1234')).toBeVisible()
  await model.stop()
})
