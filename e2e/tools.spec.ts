import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an external tool is found, added to an agent and called', async ({ page }) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await page.goto('/tools')
  await page.getByLabel('Search tool servers').fill('nothing like this')
  await expect(page.getByText('No tool server was found')).toBeVisible()
  await page.getByLabel('Search tool servers').fill('acme')
  await page.getByRole('button', { name: 'Details: Acme Mail' }).click()
  await page.getByRole('checkbox', { name: 'send' }).check()
  await page.getByRole('button', { name: 'Fixed arguments' }).click()
  await page.getByRole('textbox', { name: 'from' }).fill('alice')
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Scripted agent' }).click()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await expect(page.getByText('1 tool is now part of “Scripted agent”.')).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('send', { to: 'eve' }, ['It is sent.'])
  await page.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is sent.')).toBeVisible()
  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('button', { name: 'send', exact: true }).click()
  // What the owner fixed goes out with what the model chose.
  await expect(page.getByText(/"from": ?"alice"|\\"from\\":\\"alice\\"/).first()).toBeVisible()
})

test('a tool that asks first waits, is sent what the owner changed, and can be denied', async ({ page }) => {
  const { agentId, sessionId } = await openChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Add from a tool server' }).click()
  await page.getByLabel('Search tool servers').fill('acme')
  await page.getByRole('button', { name: 'Details: Acme Mail' }).click()
  await page.getByRole('checkbox', { name: 'send' }).check()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await page.getByRole('combobox', { name: 'Calls of send' }).click()
  await page.getByRole('option', { name: 'Ask me first' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Scripted agent” is saved.')).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('send', { to: 'eve', from: 'me' }, ['Done.'])
  await page.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  const waiting = page.getByRole('group', { name: 'send waits for your approval' })
  await waiting.getByLabel('What it will be sent').fill('{"to": "bob", "from": "me"}')
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Done.')).toBeVisible()
  expect(model.lastRequest()).toContain('bob')

  model.useTool('send', { to: 'eve', from: 'me' }, ['Not sent.'])
  await page.getByLabel('Your question').fill('Again')
  await page.keyboard.press('Enter')
  await expect(waiting).toBeVisible()
  // Also when the page that asked is gone.
  await page.reload()
  await waiting.getByLabel('Reason, if you deny it').fill('No more letters')
  await waiting.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('Not sent.')).toBeVisible()
  expect(model.lastRequest()).toContain('No more letters')
})
