import type { Page } from '@playwright/test'
import { startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

const SCRIPTS = /\/_next\/static\/.*\.js/

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

test('a click for which React takes the page over is handed on, and not repeated', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'Other ways to sign in' })
  // As React does on its way to a button of a part that is ready, but not taken over.
  const clicks = await button.evaluate(async (element) => {
    let count = 0
    element.addEventListener('click', () => count++)
    const takeOver = () =>
      element.closest('main')?.dispatchEvent(new Event('parley:taken-over', { bubbles: true }))
    document.addEventListener('click', takeOver, { capture: true, once: true })
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    return count
  })
  expect(clicks).toBe(1)
})

test('a file chosen before the script has loaded is uploaded afterwards', async ({ page }) => {
  await signInWithBrowserWallet(page)
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

test('a form submitted before the script has loaded keeps the typed text', async ({ page }) => {
  await openChatWith(page, 'http://127.0.0.1:1/v1')
  const release = await holdScripts(page)
  await page.goto('/agents/new', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Early bird')
  await page.getByLabel('What it is for').fill('It is early.')
  await page.getByRole('button', { name: 'Create agent' }).click()
  release()
  await expect(page.getByText('Choose a model.')).toBeVisible()
  await expect(page).toHaveURL(/\/agents\/new$/)
  await expect(page.getByLabel('Name')).toHaveValue('Early bird')
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
  const { sessionId } = await openChatWith(page, model.baseUrl)
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

/** Delays the scripts of the pages, or only those with this text, until the returned function is called. */
async function holdScripts(page: Page, text = ''): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes(text)) await promise
    await route.fulfill({ response })
  })
  return resolve
}
