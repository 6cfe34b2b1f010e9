import { call } from './journey/call.ts'
import { holdScripts, SCRIPTS } from './journey/hold-scripts.ts'
import { loseSessionWithoutPage } from './journey/lose-session.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet, signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith } from './journey/workspace.ts'

// A page still asks for scripts when its test has ended.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a click on sign-in before the script has loaded takes effect afterwards', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Start now, no password' })
  await button.click()
  await button.click()
  release()
  await expect(page).toHaveURL(/\/chats$/)
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()
})

test('a click on sign-in while a part of the script is still loading takes effect once', async ({ page }) => {
  // React is already listening then, and stops events that it cannot hand on.
  const release = await holdScripts(page, 'Start now, no password')
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  release()
  await expect(page.getByText('No wallet extension was found in this browser.')).toBeVisible()
})

test('a click for which React takes the page over takes effect once', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Other ways to sign in' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  // React listens from here on. It hydrates a part of the page for the click, and hands the click on.
  const pressed = page.evaluate(async () => {
    const isListening = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'))
    while (!isListening()) await new Promise((resolve) => setTimeout(resolve))
    const found = [...document.querySelectorAll('button')].find((each) => each.ariaExpanded === 'false')
    found?.click()
  })
  release()
  await pressed
  await expect(page.getByText('No wallet extension was found in this browser.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('an early press of “Start now” signs a person in with the key that the browser keeps', async ({
  page,
}) => {
  await signInWithBrowserWallet(page)
  const kept = await page.evaluate(() => window.localStorage.getItem('parley.browser-wallet'))
  await loseSessionWithoutPage(page)
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  release()
  await expect(page).toHaveURL(/\/chats$/)
  expect(await page.evaluate(() => window.localStorage.getItem('parley.browser-wallet'))).toBe(kept)
})

test('sample data asked for twice before the script has loaded are set up once', async ({ page }) => {
  await signInWithoutPage(page)
  const release = await holdScripts(page)
  await page.goto('/chats', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Try it with sample data' })
  await button.click()
  await button.click()
  release()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  const { sessions } = await call<{ sessions: unknown[] }>(page, 'session.list', { kind: 'query' })
  expect(sessions).toHaveLength(1)
})

test('a language chosen before the script has loaded is the language of the page', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: '简体中文' }).click()
  release()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
})

test('buttons of the frame pressed before the script has loaded take effect once', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  const press = async (name: string) => {
    await page.goto('/models', { waitUntil: 'commit' })
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name }).click()
  }
  await press('Search and go to…')
  release()
  await expect(page.getByPlaceholder('Go to a page, chat or command')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const releaseMenu = await holdScripts(page)
  await press('Account menu')
  releaseMenu()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const releaseForm = await holdScripts(page)
  await press('Add a model')
  releaseForm()
  await expect(page.getByRole('dialog', { name: 'Add a model' })).toBeVisible()
})

test('the navigation of a phone opens for a press before the script has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/models', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Close navigation' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeInViewport()
})

test('a search sent by Enter before the script has loaded finds what was typed', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/ledger', { waitUntil: 'commit' })
  await page.getByRole('searchbox', { name: 'Find on the ledger' }).fill('1')
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL('/ledger/look-up?height=1')
})

test('a unit chosen before the script has loaded is kept, also by the next page', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/ledger', { waitUntil: 'commit' })
  await page.getByText('smallest unit').click()
  release()
  const keptUnit = () => page.evaluate(() => window.localStorage.getItem('parley.ledger-unit'))
  await expect.poll(keptUnit).toBe('"smallest"')
  for (const address of ['/ledger/history', '/ledger']) {
    await page.goto(address)
    await expect(page.getByRole('radio', { name: 'smallest unit' })).toBeChecked()
  }
  expect(await keptUnit()).toBe('"smallest"')
})

test('an address typed and sent before the script has loaded is checked as it was typed', async ({
  page,
}) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/ledger/look-up', { waitUntil: 'commit' })
  const field = page.getByLabel('Transaction id')
  await field.fill('nonsense')
  await page.keyboard.press('Enter')
  release()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('nonsense')
})

test('a document chosen before the script has loaded is imported afterwards', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/definitions', { waitUntil: 'commit' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import YAML' }).click()
  const buffer = Buffer.from('semantic_model: 3')
  await (await chooser).setFiles({ name: 'early.yaml', mimeType: 'application/yaml', buffer })
  release()
  await expect(page.getByText('Line 1: semantic_model must be a list of models.')).toBeVisible()
})

test('choices made before the script has loaded are saved with the form', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const { id } = await call<{ id: number }>(page, 'llmConfig.create', {
    input: { provider: 'ollama', model: 'm', base_url: 'http://127.0.0.1:1/v1', name: 'Early model' },
  })
  const release = await holdScripts(page)
  await page.goto(`/agents/new?model=${id}`, { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Early bird')
  await page.getByLabel('execute_sql').uncheck()
  await page.getByLabel('Rounds of tool calls').fill('7')
  await page.getByRole('switch').uncheck()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await page.getByRole('button', { name: 'Create agent' }).click()
  release()
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/)
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Early bird')
  await expect(page.getByLabel('execute_sql')).not.toBeChecked()
  await expect(page.getByLabel('Rounds of tool calls')).toHaveValue('7')
  await expect(page.getByRole('switch')).not.toBeChecked()
  const { agents } = await call<{ agents: { name: string }[] }>(page, 'agent.list', { kind: 'query' })
  expect(agents.filter(({ name }) => name === 'Early bird')).toHaveLength(1)
})

test('a file chosen before the script has loaded is uploaded afterwards', async ({ page }) => {
  await signInWithoutPage(page)
  const release = await holdScripts(page)
  await page.goto('/sources', { waitUntil: 'commit' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Drop a file here, or choose one').click()
  await (await chooser).setFiles({
    name: 'early.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('city,population\nBerlin,3700000\n'),
  })
  release()
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  await expect(page.getByText('1 row · 2 columns')).toBeVisible()
})

test('a file for which React takes the page over is uploaded once', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/sources', { waitUntil: 'commit' })
  await expect(page.getByText('Drop a file here, or choose one')).toBeVisible()
  const chosen = page.evaluate(async () => {
    // React has begun to hydrate the page, and has not come to the main part.
    const isHydrated = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    const { port1, port2 } = new MessageChannel()
    while (![...document.querySelectorAll('nav button')].every(isHydrated)) {
      await new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(null)
      })
    }
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('The page has no input for files.')
    const transfer = new DataTransfer()
    transfer.items.add(new File(['city,population\nBerlin,3700000\n'], 'once.csv'))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  release()
  await chosen
  await expect(page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/)
  await page.waitForLoadState('networkidle')
  const { data_sources } = await call<{ data_sources: { title: string }[] }>(page, 'dataSource.list', {
    kind: 'query',
  })
  expect(data_sources.filter(({ title }) => title === 'once')).toHaveLength(1)
})

test('a form submitted before the script has loaded keeps the typed text', async ({ page }) => {
  await createChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/agents/new', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Early bird')
  await page.getByLabel('What it is for').fill('It is early.')
  await page.getByRole('switch').uncheck()
  await page.getByRole('button', { name: 'Create agent' }).click()
  release()
  await expect(page.getByText('Choose a model.')).toBeVisible()
  await expect(page).toHaveURL(/\/agents\/new$/)
  await expect(page.getByLabel('Name')).toHaveValue('Early bird')
  await expect(page.getByRole('switch')).not.toBeChecked()
  // The field's state has the text too: text typed afterwards continues it.
  await page.getByLabel('Name').press('End')
  await page.keyboard.type('!')
  await expect(page.getByLabel('Name')).toHaveValue('Early bird!')
  await expect(page.getByLabel('What it is for')).toHaveValue('It is early.')
})

test('a question typed as soon as the field appears is kept, however slowly the scripts load', async ({
  page,
}) => {
  const model = await startScriptedModel()
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await page.route(SCRIPTS, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  for (const address of [`/chats/${sessionId}`, '/chats']) {
    await page.goto(address, { waitUntil: 'commit' })
    const question = page.getByLabel('Your question')
    await question.pressSequentially('What came first?')
    await page.waitForLoadState('networkidle')
    await expect(question).toHaveValue('What came first?')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ready.')).toBeVisible()
  expect(model.lastRequest()).toContain('What came first?')
  await model.stop()
})
