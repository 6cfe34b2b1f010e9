import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { CLIENT, startTestProvider, type TestProvider } from '../apps/web/src/testing/test-provider.ts'
import { installWallet } from './journey/announced-wallet.ts'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let provider: TestProvider
let model: ScriptedModel

test.beforeAll(async () => {
  provider = await startTestProvider()
  model = await startScriptedModel()
  const environment = {
    PARLEY_ADMIT: 'closed',
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: CLIENT.id,
    PARLEY_OIDC_CLIENT_SECRET: CLIENT.secret,
    PARLEY_OIDC_NAME: 'Example',
    PARLEY_LIMITS_TURNS_PER_MONTH: '1',
  }
  service = await startService(environment, 'localhost')
})
test.afterAll(async () => {
  await service.stop()
  await provider.close()
  await model.stop()
})

async function openBrowser(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: service.origin })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { context, page }
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
}

const WHO_EXPORTED = `select distinct person from events.events where action = 'dataSource.export'
  and target_name = 'sales' and happened_at >= now()::timestamp - interval 1 month`

/** Creates a chat with an agent that runs SQL over what the service offers an administrator. Returns its id. */
async function openAuditChat(page: Page, { baseUrl }: ScriptedModel): Promise<string> {
  const { id } = await call<{ id: number }>(page, 'llmConfig.create', {
    input: { provider: 'ollama', model: 'scripted', base_url: baseUrl, name: 'Scripted' },
  })
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  const { agent_id } = await call<{ agent_id: string }>(page, 'agent.create', {
    input: { name: 'Auditor', model_config_id: id, tools },
  })
  const { session_id } = await call<{ session_id: string }>(page, 'session.create', {
    input: { name: 'Audit', agent_id },
  })
  return session_id
}

test('a closed service opens for invitations, and a person comes in, adds ways, meets a limit, is found and offboarded', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(600_000)
  const { page: admin } = await openBrowser(browser)
  await admin.goto(readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim())
  await admin.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(admin).toHaveURL(/\/chats$/)

  // Closed: no other person comes in, not even by an invitation, and nothing is stored of those who tried.
  const { page: stranger } = await openBrowser(browser)
  await stranger.goto('/')
  await expect(stranger.getByRole('button', { name: 'New here? Create a passkey' })).toBeHidden()
  provider.person = { sub: 'stranger', email: 'stranger@example.com' }
  await stranger.getByRole('link', { name: 'Continue with Example' }).click()
  await expect(stranger.getByText('This service admits no new people.')).toBeVisible()
  await admin.goto('/administration/people')
  await expect(admin.getByRole('table').getByRole('row')).toHaveCount(2)
  await admin.goto('/administration/invitations')
  await admin.getByRole('button', { name: 'Invite a person' }).click()
  await admin.getByRole('button', { name: 'Create the link' }).click()
  await expect(admin.getByText('Invitations are off.')).toBeVisible()

  // The operator opens the service for invitations.
  await service.restart({ PARLEY_ADMIT: 'invite' })
  await admin.goto('/administration/invitations')
  await admin.getByRole('button', { name: 'Invite a person' }).click()
  await admin.getByRole('button', { name: 'Create the link' }).click()
  const link = (await admin.getByText(`${service.origin}/invitation#`).textContent()) ?? ''

  // A passkey makes the account.
  const { page } = await openBrowser(browser)
  const extension = await installWallet(page, () => 'sign')
  await page.goto(link)
  await page.getByRole('button', { name: 'New here? Create a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Maria')
  await page.getByRole('button', { name: 'Create the passkey and sign in' }).click()
  await expect(page).toHaveURL(/\/chats$/)

  // The other ways are added to it.
  await page.goto('/settings/account')
  const ways = page.getByRole('list', { name: 'Ways to sign in' })
  await expect(ways.getByText('Passkey: Maria')).toBeVisible()
  await page.getByRole('button', { name: 'Add a wallet of this browser' }).click()
  await expect(ways.getByText(/Wallet: 0x/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a wallet extension' }).click()
  await page.getByRole('button', { name: 'Add Test Wallet' }).click()
  await expect(ways.getByText(`Wallet: ${extension}`)).toBeVisible()
  provider.person = { sub: 'maria', email: 'maria@example.com' }
  await page.getByRole('link', { name: 'Add Example' }).click()
  await expect(ways.getByText('Account: maria@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const codes = (await page.getByTestId('recovery-codes').textContent()) ?? ''
  const name = await page.locator('main code').first().textContent()

  // Each of them opens the same account.
  const isMaria = async () => {
    await page.goto('/settings/account')
    await expect(page.locator('main code').first()).toHaveText(name ?? '')
  }
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await isMaria()
  await signOut(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await isMaria()
  await signOut(page)
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await isMaria()

  // In another browser a code opens the account, and ends the session of the first browser.
  const { page: other } = await openBrowser(browser)
  await other.goto('/')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '')
  await other.getByRole('button', { name: 'Sign in with the code' }).click()
  await expect(other).toHaveURL(/\/settings\/account$/)
  await expect(other.getByText('9 recovery codes are left.')).toBeVisible()
  await page.goto('/agents')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()

  // A key that may only chat sees no provider key; the second question of the month is refused with the reason.
  await other.goto('/settings/api-keys')
  await other.getByRole('button', { name: 'Create a key' }).click()
  await other.getByLabel('Name').fill('Chat window')
  for (const scope of ['Read', 'Manage', 'Secrets']) await other.getByLabel(scope, { exact: true }).uncheck()
  await other.getByRole('button', { name: 'Create', exact: true }).click()
  const secret = (await other.getByTestId('api-key-secret').textContent()) ?? ''
  const program = await playwright.request.newContext({
    baseURL: service.origin,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  const { id } = await call<{ id: number }>(other, 'llmConfig.create', {
    input: {
      name: 'Demo',
      provider: 'ollama',
      model: 'parley-demo',
      base_url: `${service.origin}/demo-model/v1`,
    },
  })
  expect((await program.get('/api/llm_config')).status()).toBe(403)
  const ask = () => program.post('/api/chat/invoke-llm', { data: { model_config_id: id, prompt: 'Hello' } })
  expect((await ask()).status()).toBe(200)
  const refused = await ask()
  expect(refused.status()).toBe(429)
  expect((await refused.json()).message).toMatch(/^You have used your 1 turns of this month; 0 are left\./)
  await program.dispose()

  // The person exports all rows of a result. The page shows these rows too.
  await other.goto('/sources')
  const file = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from('region,amount\nNorth,1\n') }
  await other.setInputFiles('input[type=file]', file)
  await expect(other).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  await other.goto(`/sources/sql?sql=${encodeURIComponent('select * from sales.sales')}`)
  await other.getByRole('textbox', { name: 'SQL statement' }).click()
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('North')).toBeVisible()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  const download = other.waitForEvent('download')
  await other.getByRole('menuitem', { name: 'CSV' }).click()
  await download

  // In a chat, the administrator asks who exported. The agent of the chat reads the events.
  model.useTool('execute_sql', { generated_sql: WHO_EXPORTED }, ['The rows say who exported.'])
  const sessionId = await openAuditChat(admin, model)
  await admin.goto(`/chats/${sessionId}`)
  await admin.getByLabel('Your question').fill('Who exported from sales last month?')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('The rows say who exported.')).toBeVisible()
  expect(model.lastRequest()).toContain(name ?? '')
  // This was the administrator's one answer of the month.
  await admin.getByLabel('Your question').fill('Who else?')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('You have used your 1 turns of this month; 0 are left.')).toBeVisible()

  // The administrator sees what happened, finds the events whole, and disables the account.
  await admin.goto('/administration/events')
  await admin.getByLabel('What happened').fill('account.addWallet')
  await admin.getByRole('button', { name: 'Filter' }).click()
  await expect(admin.getByRole('row', { name: /account\.addWallet/ })).toHaveCount(2)
  await admin.goto('/administration/usage')
  await expect(admin.getByText('Each person may use in a month: answers 1')).toBeVisible()
  // Answers without a known price are not shown as free.
  const unpriced = admin.getByRole('row').filter({ hasText: 'answers without a known price' })
  await expect(unpriced.first()).toBeVisible()
  await expect(unpriced.filter({ hasText: 'US$0.00' })).toHaveCount(0)
  await admin.goto('/administration/health')
  await admin.getByRole('button', { name: 'Check the events' }).click()
  await expect(admin.getByText(/seals are whole/)).toBeVisible()
  await admin.goto('/administration/people')
  await admin
    .getByRole('row', { name: /Member/ })
    .getByRole('button')
    .click()
  await admin.getByRole('menuitem', { name: 'Disable the account' }).click()
  await admin.getByRole('button', { name: 'Disable it' }).click()
  await expect(admin.getByText('Disabled', { exact: true })).toBeVisible()
  await other.goto('/agents')
  await expect(other.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This account is disabled.')).toBeVisible()

  // Enabled again, the person erases the account and gets the receipt.
  await admin
    .getByRole('row', { name: /Disabled/ })
    .getByRole('button')
    .click()
  await admin.getByRole('menuitem', { name: 'Enable the account' }).click()
  await expect(admin.getByText('Disabled', { exact: true })).toBeHidden()
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Erase my account' }).click()
  await page.getByLabel('Type your address to confirm').fill(name ?? '')
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is erased' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/users: 1/)).toBeVisible()
})
