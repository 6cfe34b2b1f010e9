import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('an API key is created, used over REST and in the API reference, and revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Give the key a name.')).toBeVisible()
  await page.getByLabel('Name').fill('Nightly report')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = (await page.getByTestId('api-key-secret').textContent()) ?? ''
  await expect(page.getByTestId('api-key-command')).toHaveText(
    `curl ${baseURL}/api/agent -H "Authorization: Bearer ${secret}"`,
  )
  await page.getByRole('button', { name: 'Done' }).click()
  const state = page.getByRole('cell', { name: 'Active' }).getByText('Active')
  expect(await state.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/agent')).status()).toBe(200)

  await page.goto('/docs/api')
  await page.getByLabel('API key to try it with').fill(secret)
  await page.getByLabel('Find an operation').fill('List my agents')
  await page.getByRole('button', { name: /List my agents/ }).click()
  await expect(page.getByText('curl -sS "$API/agent"')).toBeVisible()
  await page.getByText('TypeScript', { exact: true }).click()
  await expect(page.getByText('await parley.agent.list()')).toBeVisible()
  await page.getByRole('button', { name: 'Failures' }).click()
  await expect(page.getByText('The credential is missing, unknown, revoked or expired.')).toBeVisible()
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Status 200')).toBeVisible()

  await page.goto('/settings/api-keys')
  expect(await page.content()).not.toContain(secret)
  const row = page.getByRole('row', { name: /Nightly report/ })
  await expect(row.getByText('Active')).toBeVisible()
  await row.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  await expect(row.getByText('Revoked')).toBeVisible()
  expect((await program.get('/api/agent')).status()).toBe(401)
  await program.dispose()
})

test('a key that may only chat answers questions and shows no secret', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, '/settings/api-keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Chat window')
  for (const scope of ['Chat', 'Read', 'Manage', 'Secrets'])
    await page.getByLabel(scope, { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Choose at least one.')).toBeVisible()
  await page.getByLabel('Chat', { exact: true }).check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = (await page.getByTestId('api-key-secret').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/agent')).status()).toBe(200)
  const refused = await program.get('/api/llm_config')
  expect(refused.status()).toBe(403)
  expect((await refused.json()).message).toContain('lacks the scope read')
  await program.dispose()

  await page.reload()
  const row = page.getByRole('row', { name: /Chat window/ })
  await expect(row.getByRole('cell', { name: 'Chat', exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'from 127.0.0.0/24' })).toBeVisible()
})
