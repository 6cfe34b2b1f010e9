import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith, openChatWith, openSampleWorkspace } from './journey/workspace.ts'
import { writeSql } from './journey/write-sql.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('a page reloaded during an answer keeps the steps so far and Stop', async ({ page }) => {
  await openSampleWorkspace(page)
  const { agentId, sessionId } = await openChatWith(page, model.baseUrl, { isSignedIn: true })
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('checkbox', { name: 'execute_sql' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('is saved.')).toBeVisible()
  await page.goto(`/chats/${sessionId}`)
  const release = model.useToolAndHoldBack('execute_sql', { generated_sql: 'SELECT 1 AS one' }, [
    'It ',
    'is one.',
  ])
  await page.getByLabel('Your question').fill('What is one?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Query the data/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Query the data/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  release()
})

test('unsaved changes of an agent are restored with the page, and can be discarded', async ({ page }) => {
  const { agentId } = await createChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  await page.getByLabel('Name').fill('Half a name')
  await page.getByRole('link', { name: 'All agents' }).click()
  await expect(page).toHaveURL('/agents')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Scripted agent/ })
    .click()
  await expect(page.getByLabel('Name')).toHaveValue('Half a name')
  await expect(page.getByText('These changes are not saved yet')).toBeVisible()

  // A reload asks nothing and loses nothing.
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Half a name')
  await expect(page.getByText('These changes are not saved yet')).toBeVisible()

  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Scripted agent')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Scripted agent')
  await expect(page.getByText('These changes are not saved yet')).toBeHidden()
  await page.getByRole('link', { name: 'Start a chat' }).click()
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveValue('Scripted agent')
})

test('an unsaved statement survives a reload', async ({ page }) => {
  await signIn(page, '/sources/sql')
  await writeSql(page, 'SELECT 42')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'SQL statement' })).toHaveText('SELECT 42')
})

test('the result of a test in a dialog is visible on a page of 1280 by 720 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, '/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('radio', { name: /Self-hosted/ }).click()
  await page.getByLabel('Name').fill('Runtime')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Model' }).fill('scripted')
  await page.getByLabel('Base address').fill(model.baseUrl)
  await page.getByLabel('Name').focus()
  model.say(['Hello from the runtime.'])
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Hello from the runtime.')).toBeInViewport({ ratio: 1 })
})
