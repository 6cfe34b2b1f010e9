import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an agent is created, tried out and used in a chat', async ({ page }) => {
  await createChatWith(page, model.baseUrl)
  await page.goto('/agents')
  await page.getByRole('link', { name: 'New agent' }).click()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByText('Fill in this field.')).toBeVisible()
  await page.getByLabel('Name').fill('Second agent')
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'Scripted (scripted)' }).click()
  await page.getByRole('checkbox', { name: 'create_graph' }).uncheck()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Second agent' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'create_graph' })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'execute_sql' })).toBeChecked()

  model.say(['All ', 'good.'])
  await page.getByLabel('Your question').fill('How are you?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All good.')).toBeVisible()
})

test('the buttons of agents stand in one line beside descriptions of unequal length, and labels look alike', async ({
  page,
}) => {
  const { agentId } = await createChatWith(page, model.baseUrl)
  const { models } = await call<{ models: { id: number }[] }>(page, 'llmConfig.list', { kind: 'query' })
  const description = 'You answer with many words. '.repeat(8)
  await call(page, 'agent.create', {
    input: { name: 'Talker', description, model_config_id: models[0]?.id, tools: [] },
  })
  await page.goto('/agents')
  const buttons = page.getByRole('link', { name: 'Start a chat' })
  await expect(buttons).toHaveCount(2)
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])

  await page.goto(`/agents/${agentId}`)
  for (const label of ['Data tools', 'Tools of other servers', 'Limits of a run'])
    await expect(page.getByText(label, { exact: true })).toHaveCSS('font-weight', '600')
})

test('an agent with chats cannot be deleted, and the page says what to do', async ({ page }) => {
  const { agentId, sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  const users = page.getByRole('region', { name: 'Used by' })
  await expect(users.getByText(/^1 chat uses this agent\./)).toBeVisible()
  await expect(users.getByRole('link', { name: 'A chat' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByRole('alert').getByText('Not deleted')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the chats' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Actions for A chat' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  // The chat is deleted once the time for Undo has passed.
  await expect
    .poll(
      async () =>
        (await page.request.get(`/api/trpc/session.get?input={"session_id":"${sessionId}"}`)).status(),
      {
        timeout: 20_000,
      },
    )
    .toBe(404)
  await page.goto(`/agents/${agentId}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page).toHaveURL(/\/agents$/)
  await expect(page.getByText('No agents yet')).toBeVisible()
})

test('a question asked in “Try it out” while an answer is written waits for its end', async ({ page }) => {
  const model = await startScriptedModel()
  const { agentId } = await createChatWith(page, model.baseUrl)
  await page.goto(`/agents/${agentId}`)
  const panel = page.getByRole('region', { name: 'Try it out' })
  const composer = panel.getByLabel('Your question')
  const release = model.holdBack(['One ', 'done.'])
  await composer.fill('Count')
  await composer.press('Enter')
  await expect(panel.getByText('One', { exact: true })).toBeVisible()
  for (const question of ['And then?', 'Never mind']) {
    await composer.fill(question)
    await composer.press('Enter')
    await expect(composer).toHaveValue('')
  }
  const waiting = panel.getByRole('region', { name: 'Waiting questions' })
  await waiting.getByRole('button', { name: 'Remove' }).last().click()
  await expect(waiting.getByText('Never mind')).toBeHidden()
  release()
  await expect(waiting).toBeHidden()
  await expect(panel.getByText('And then?')).toBeVisible()
  await expect(panel.getByText('One done.')).toBeVisible()
  expect(model.lastRequest()).toContain('And then?')

  // After an answer is stopped, the waiting questions stay until their reader sends them.
  model.holdBack(['Two ', 'done.'])
  for (const question of ['Again', 'Later']) {
    await composer.fill(question)
    await composer.press('Enter')
  }
  await expect(waiting.getByText('Later')).toBeVisible()
  await composer.press('Escape')
  model.say(['Three.'])
  await waiting.getByRole('button', { name: 'Send now' }).click()
  await expect(panel.getByText('Three.')).toBeVisible()
  await expect(waiting).toBeHidden()
  await model.stop()
})
