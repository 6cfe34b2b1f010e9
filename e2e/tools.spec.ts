import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith, openChatWith } from './journey/workspace.ts'

// The last long file of a run: every worker takes a journey of it, so that none waits for the others.
test.describe.configure({ mode: 'parallel' })

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an external tool is found, added to an agent and called', async ({ page }) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto('/tools')
  await page.getByLabel('Search tool servers').fill('nothing like this')
  await expect(page.getByText('No tool server was found')).toBeVisible()
  await page.getByLabel('Search tool servers').fill('acme')
  await page.getByRole('button', { name: 'Details: Acme Mail' }).click()
  await page.getByRole('checkbox', { name: 'send' }).check()
  // The server does not declare it read-only.
  const calls = page.getByRole('combobox', { name: 'Calls of send' })
  await expect(calls).toHaveValue('Ask first')
  await calls.click()
  await page.getByRole('option', { name: 'Allow', exact: true }).click()
  await page.getByRole('button', { name: 'Fixed arguments' }).click()
  await page.getByRole('textbox', { name: 'from' }).fill('alice')
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Scripted agent' }).click()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await expect(page.getByText('1 tool is added to “Scripted agent”.')).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('send', { to: 'eve' }, ['It is sent.'])
  await page.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is sent.')).toBeVisible()
  await expectPicture(page)
  await page.reload()
  await expectPicture(page)
  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('button', { name: 'send', exact: true }).click()
  // The call contains the owner's fixed arguments and the model's own arguments.
  await expect(page.getByText(/"from": ?"alice"|\\"from\\":\\"alice\\"/).first()).toBeVisible()
})

/** The picture that the tool returned stands in the answer and is drawn. */
async function expectPicture(page: Page): Promise<void> {
  const picture = page.getByRole('img', { name: 'send-1.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(24)
}

test('the tools of a server that the registry does not list come from the server', async ({ page }) => {
  await createChatWith(page, model.baseUrl)
  await page.goto('/tools?server=acme/post')
  const dialog = page.getByRole('dialog', { name: 'Tool server' })
  await expect(dialog.getByText('The registry does not list the tools of this server.')).toBeVisible()
  const ask = dialog.getByRole('button', { name: 'List tools' })
  await expect(ask).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'stamp' }).fill('forged')
  await ask.click()
  await expect(dialog.getByText('The server did not list its tools')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'stamp' }).fill('paid')
  await ask.click()
  await dialog.getByRole('checkbox', { name: 'send' }).check()
  await dialog.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Scripted agent' }).click()
  await dialog.getByRole('button', { name: 'Add 1 tool' }).click()
  await expect(page.getByText('1 tool is added to “Scripted agent”.')).toBeVisible()
})

test('the URL of a tool server finds the server, which no registry lists', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await page.goto('/tools')
  await page.getByLabel('Search tool servers').fill('https://tools.example.com/mcp')
  await page.getByRole('button', { name: 'Details: tools.example.com' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Not security-scanned')).toBeVisible()
  await expect(dialog.getByLabel('token')).toHaveAttribute('type', 'password')
  await page.keyboard.press('Escape')
  await page.getByLabel('Search tool servers').fill('https://tools.example.com/mcp?key=1')
  await expect(page.getByText('The URL has a user, a query or a fragment.', { exact: false })).toBeVisible()
})

test('a tool with Ask first waits, receives the arguments as the owner edited them, and can be denied', async ({
  page,
}) => {
  const { agentId, sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Add from a tool server' }).click()
  await page.getByLabel('Search tool servers').fill('acme')
  await page.getByRole('button', { name: 'Details: Acme Mail' }).click()
  await page.getByRole('checkbox', { name: 'send' }).check()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await expect(page.getByRole('combobox', { name: 'Calls of send' })).toHaveValue('Ask first')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Scripted agent” is saved.')).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('send', { to: 'eve', from: 'me' }, ['Done.'])
  await page.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  const waiting = page.getByRole('group', { name: 'send waits for your approval' })
  await expect(waiting.getByText('Tool server: Acme Mail (acme/mail)')).toBeVisible()
  await expect(waiting.getByText(/^Denied in \d+:\d\d$/)).toBeVisible()
  await expect(waiting.getByRole('timer')).toHaveText(/^Denied in \d:\d\d$/)
  await waiting.getByRole('textbox', { name: 'to', exact: true }).fill('bob')
  await waiting.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('Done.')).toBeVisible()
  expect(model.lastRequest()).toContain('bob')

  model.useTool('send', { to: 'eve', from: 'me' }, ['Not sent.'])
  await page.getByLabel('Your question').fill('Again')
  await page.keyboard.press('Enter')
  await expect(waiting).toBeVisible()
  // This also works after the page that asked was reloaded.
  await page.reload()
  await waiting.getByLabel('Reason (optional, sent when you deny)').fill('No more letters')
  await waiting.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('Not sent.')).toBeVisible()
  expect(model.lastRequest()).toContain('No more letters')
  await expect(page.getByRole('button', { name: /^How it got there · 1 step · 1 refused · / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^How it got there · 1 step · (?!1 refused)/ })).toBeVisible()
})

test('a call that waits shows the fixed arguments, which cannot be changed there', async ({ page }) => {
  const { agentId, sessionId } = await openChatWith(page, model.baseUrl)
  const properties = [{ key: 'from', value: 'alice', datatype: 'string' }]
  const tool = { tool_name: 'send', tool_server_id: 'acme/mail', properties, approval: 'ask' }
  await call(page, 'agent.update', { input: { agent_id: agentId, tools: [tool] } })
  await page.goto(`/chats/${sessionId}`)
  model.useTool('send', { to: 'eve' }, ['It is sent.'])
  await page.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  const waiting = page.getByRole('group', { name: 'send waits for your approval' })
  await expect(waiting.getByRole('textbox', { name: 'to', exact: true })).toHaveValue('eve')
  await expect(waiting.getByRole('textbox', { name: 'from', exact: true })).toHaveValue('alice')
  await expect(waiting.getByRole('textbox', { name: 'from', exact: true })).toBeDisabled()
  await waiting.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect(waiting.getByLabel('Arguments')).toHaveValue('{\n  "to": "eve",\n  "from": "alice"\n}')
  await waiting.getByLabel('Arguments').fill('{"to": "bob", "from": "mallory"}')
  await waiting.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(waiting.getByRole('alert')).toContainText('from')
  await waiting.getByLabel('Arguments').fill('{"to": "bob", "from": "alice"}')
  await waiting.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('It is sent.')).toBeVisible()
  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('button', { name: 'send', exact: true }).click()
  await expect(page.getByText(/\\?"from\\?": ?\\?"alice\\?"/).first()).toBeVisible()
  expect(model.lastRequest()).toContain('bob')
})

test('a call that waits in Try it out is shown, edited, approved and denied there', async ({ page }) => {
  const { agentId } = await createChatWith(page, model.baseUrl)
  const tool = { tool_name: 'send', tool_server_id: 'acme/mail', properties: [], approval: 'ask' }
  await call(page, 'agent.update', { input: { agent_id: agentId, tools: [tool] } })
  model.useTool('send', { to: 'eve', from: 'me' }, ['It is sent.'])
  await page.goto(`/agents/${agentId}`)
  const panel = page.getByRole('region', { name: 'Try it out' })
  await panel.getByLabel('Your question').fill('Write to Eve')
  await page.keyboard.press('Enter')
  const waiting = panel.getByRole('group', { name: 'send waits for your approval' })
  await waiting.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect(waiting.getByLabel('Arguments')).toHaveValue(/"to": "eve"/)
  await waiting.getByLabel('Arguments').fill('{"to": ')
  await expect(waiting.getByText('This must be a JSON object.')).toBeVisible()
  await expect(waiting.getByRole('button', { name: 'Allow', exact: true })).toBeDisabled()
  await waiting.getByLabel('Arguments').fill('{"to": "bob", "from": "me"}')
  await waiting.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(panel.getByText('It is sent.')).toBeVisible()
  await expect(waiting).toBeHidden()
  // The sent arguments are those that the owner edited.
  await panel.getByRole('button', { name: 'send', exact: true }).click()
  await expect(panel.getByText(/bob/).first()).toBeVisible()
  expect(model.lastRequest()).toContain('bob')

  model.useTool('send', { to: 'eve', from: 'me' }, ['Not sent.'])
  // The panel takes the next question when the answer has ended, which is later than its last word.
  await expect(panel.getByRole('button', { name: 'Stop' })).toBeHidden()
  await panel.getByLabel('Your question').fill('Again')
  await page.keyboard.press('Enter')
  await waiting.getByLabel('Reason (optional, sent when you deny)').fill('No more letters')
  await waiting.getByRole('button', { name: 'Deny' }).click()
  await expect(panel.getByText('Not sent.')).toBeVisible()
  expect(model.lastRequest()).toContain('No more letters')

  // Stopping a waiting try-out ends it and its approval request.
  model.useTool('send', { to: 'eve', from: 'me' }, ['Never said.'])
  await expect(panel.getByRole('button', { name: 'Stop' })).toBeHidden()
  await panel.getByLabel('Your question').fill('And again')
  await page.keyboard.press('Enter')
  await expect(waiting).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(waiting).toBeHidden()
  await expect
    .poll(() => call(page, 'run.listApprovals', { kind: 'query' }))
    .toEqual(expect.objectContaining({ approvals: [] }))
})

test('a program’s call that waits is answered from the list of chats', async ({ page, context }) => {
  const { agentId } = await createChatWith(page, model.baseUrl)
  const tool = { tool_name: 'send', tool_server_id: 'acme/mail', properties: [], approval: 'ask' }
  await call(page, 'agent.update', { input: { agent_id: agentId, tools: [tool] } })
  model.useTool('send', { to: 'eve', from: 'me' }, ['It is sent.'])
  const program = await context.newPage()
  await program.goto('/tools')
  const input = { agent_id: agentId, prompt: 'Write to Eve' }
  const reply = call<{ content: string }>(program, 'chat.invokeAgent', { input })

  await page.goto('/chats')
  const waiting = page.getByRole('group', { name: 'send waits for your approval' })
  await waiting.getByRole('button', { name: 'Always allow' }).click()
  expect((await reply).content).toBe('It is sent.')
  await expect(waiting).toBeHidden()

  model.useTool('send', { to: 'ada', from: 'me' }, ['It is sent at once.'])
  const again = await call<{ content: string }>(program, 'chat.invokeAgent', { input })
  expect(again.content).toBe('It is sent at once.')
})

test('a user signs in to a server that requires it, and signs out again', async ({ page, context }) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  // The authorization server asks nothing and redirects the browser immediately.
  await context.route(/\/authorize\?/, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('code', 'code-1')
    back.searchParams.set('state', asked.get('state') ?? '')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await page.goto('/tools?server=acme/safe')
  const dialog = page.getByRole('dialog', { name: 'Tool server' })
  await expect(dialog.getByText('This server requires you to sign in')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Continue at 127\.0\.0\.1:\d+$/ }).click()
  const tab = await opening
  await expect(tab.getByText('You are signed in. You can use its tools now.')).toBeVisible()
  await tab.close()

  await page.reload()
  await expect(dialog.getByText('You are signed in to this server.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'echo' }).check()
  await page.getByRole('combobox', { name: 'Calls of echo' }).click()
  await page.getByRole('option', { name: 'Allow', exact: true }).click()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Scripted agent' }).click()
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await expect(page.getByText('1 tool is added to “Scripted agent”.')).toBeVisible()
  await page.goto('/tools?server=acme/safe')
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(dialog.getByText('This server requires you to sign in')).toBeVisible()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('echo', { text: 'x' }, ['It did not work.'])
  await page.getByLabel('Your question').fill('Say x')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It did not work.')).toBeVisible()
  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('button', { name: 'echo Refused' }).click()
  await page.getByRole('link', { name: 'Sign in to the tool server' }).click()
  await expect(dialog.getByText('This server requires you to sign in')).toBeVisible()
})

test('a changed tool is suspended, shown as a difference, and accepted by its own button alone', async ({
  page,
}) => {
  const { agentId, sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Add from a tool server' }).click()
  await page.getByRole('button', { name: 'Details: Acme Notes' }).click()
  await page.getByRole('checkbox', { name: 'note' }).check()
  // Its server declares it read-only.
  await expect(page.getByRole('combobox', { name: 'Calls of note' })).toHaveValue('Allow')
  await page.getByRole('button', { name: 'Add 1 tool' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Scripted agent” is saved.')).toBeVisible()

  await page.request.get(process.env.PARLEY_E2E_CHANGE_URL ?? '')
  await page.goto(`/agents/${agentId}`)
  const tool = page.getByRole('group', { name: 'note' })
  const part = tool.getByRole('group', { name: 'Description' })
  await expect(part.getByRole('group', { name: 'Accepted' })).toContainText(/edition \d+\./)
  const [before, after] = await Promise.all(
    ['Accepted', 'Now'].map((name) => part.getByRole('group', { name }).locator('mark').textContent()),
  )
  const edition = (text: string | null = '') => Number(/edition (\d+)/.exec(text ?? '')?.[1])
  expect(edition(after)).toBe(edition(before) + 1)
  await expect(tool.getByRole('group', { name: 'Inputs' })).toBeHidden()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Scripted agent” is saved.').last()).toBeVisible()
  await page.reload()
  await expect(tool.getByText('The server changed this tool')).toBeVisible()
  await tool.getByRole('button', { name: 'Accept the change' }).click()
  await expect(tool.getByText('The server changed this tool')).toBeHidden()
  await page.reload()
  await expect(tool.getByText('note', { exact: true })).toBeVisible()
  await expect(tool.getByText('The server changed this tool')).toBeHidden()

  await page.goto(`/chats/${sessionId}`)
  model.useTool('note', {}, ['It is noted.'])
  await page.getByLabel('Your question').fill('Note this')
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is noted.')).toBeVisible()
  await page.getByRole('button', { name: 'How it got there' }).click()
  await expect(page.getByRole('button', { name: 'note', exact: true })).toBeVisible()
})
