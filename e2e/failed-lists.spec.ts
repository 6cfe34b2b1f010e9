import { call } from './journey/call.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('an agent form whose lists did not load says so, and reads them again', async ({ page }) => {
  await signInWithoutPage(page)
  const input = { provider: 'ollama', model: 'scripted', base_url: 'http://127.0.0.1:1/v1', name: 'Mine' }
  await call(page, 'llmConfig.create', { input })
  const lists = /\/api\/trpc\/[^?]*(llmConfig|dataSource)\.list/
  await page.route(lists, (route) => route.abort())
  await page.goto('/agents/new')
  const models = page.getByRole('alert').filter({ hasText: 'The models could not be loaded' })
  const sources = page.getByRole('alert').filter({ hasText: 'The data sources could not be loaded' })
  await expect(models).toBeVisible()
  await expect(sources).toBeVisible()
  await page.unroute(lists)
  await page.getByLabel('Name').fill('Analyst')
  await models.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await expect(page.getByRole('option', { name: 'Mine (scripted)' })).toBeVisible()
  await sources.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('combobox', { name: 'Data sources' })).toBeEnabled()
  await expect(page.getByLabel('Name')).toHaveValue('Analyst')
})

test('the SQL page says that its tables did not load, and reads them again', async ({ page }) => {
  await signInWithoutPage(page)
  const lists = /\/api\/trpc\/[^?]*dataSource\.list/
  await page.route(lists, (route) => route.abort())
  await page.goto('/sources/sql')
  const tables = page.getByRole('region', { name: 'Tables' })
  await expect(tables.getByRole('alert')).toContainText('Loading failed')
  await page.unroute(lists)
  await tables.getByRole('button', { name: 'Try again' }).click()
  await expect(tables.getByRole('button', { name: 'ledger.validators' })).toBeVisible()
  await expect(tables.getByRole('alert')).toHaveCount(0)
})
