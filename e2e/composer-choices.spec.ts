import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test.use(WITH_MOTION)

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('@ names a data source that the agent then reads, and another user is not offered it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { agentId } = await openChatWith(page, model.baseUrl)
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  await call(page, 'agent.update', { input: { agent_id: agentId, tools, data_source_ids: [] } })
  for (const name of ['Tržby Žižkov', 'Weather'])
    await call(page, 'dataSource.create', { input: { name, format: 'csv', content: 'day,sold\n1,2\n' } })
  await page.reload()

  const field = page.getByLabel('Your question')
  await field.fill('How much in @')
  const list = page.getByRole('listbox', { name: 'Data sources and agents' })
  await expect(list.getByRole('option')).toHaveCount(2)
  await field.pressSequentially('ziz')
  await expect(list.getByRole('option')).toHaveCount(1)
  const option = list.getByRole('option', { name: /^Tržby Žižkov/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  )
  await field.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('How much in ')
  await expect(page.getByRole('list', { name: 'Added to this question' })).toContainText('Tržby Žižkov')
  await expect.poll(() => boundSources(page, agentId)).toBe(1)
  model.say(['Two.'])
  await field.pressSequentially('March?')
  await field.press('Enter')
  await expect(page.getByText('Two.', { exact: true })).toBeVisible()
  expect(model.lastRequest()).toMatch(/How much in March\?\\n\\nData: \w+/)

  const other = await browser.newContext({ ...(baseURL && { baseURL }) })
  const stranger = await other.newPage()
  await openChatWith(stranger, model.baseUrl)
  await stranger.getByLabel('Your question').fill('/ch')
  await expect(stranger.getByRole('option', { name: /^\/choose/ })).toBeVisible()
  await stranger.getByLabel('Your question').fill('@ziz')
  await expect(stranger.getByRole('option')).toHaveCount(0)
  await other.close()
})

test('the list of @ is at its place again after a phone is turned there and back', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  await call(page, 'dataSource.create', { input: { name: 'Weather', format: 'csv', content: 'day\n1\n' } })
  await page.reload()
  await page.getByLabel('Your question').fill('@')
  const list = page.getByRole('listbox', { name: 'Data sources and agents' })
  await expect(list).toBeVisible()
  const place = await list.boundingBox()
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await list.boundingBox())?.x).not.toBe(place?.x)
  await page.setViewportSize(size)
  await expect.poll(() => list.boundingBox()).toEqual(place)
})

test('@ gives the chat another agent, and / pins it, adds files and closes without stopping the answer', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  const { models } = await call<{ models: { id: number }[] }>(page, 'llmConfig.list', { kind: 'query' })
  const other = { name: 'Other agent', description: 'The other.', model_config_id: models[0]?.id, tools: [] }
  await call(page, 'agent.create', { input: other })
  await page.reload()
  const field = page.getByLabel('Your question')
  await field.fill('@oth')
  await page.getByRole('option', { name: /^Other agent/ }).click()
  await expect(page.getByRole('button', { name: 'Agent of this chat: Other agent' })).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()

  await field.fill('/')
  const list = page.getByRole('listbox', { name: 'Commands' })
  const selected = list.getByRole('option', { selected: true })
  await expect(selected).toHaveText(/^\/choose/)
  await field.press('ArrowUp')
  await expect(selected).toHaveText(/^\/sql/)
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect(selected).toHaveText(/^\/files/)
  const chooser = page.waitForEvent('filechooser')
  await field.press('Tab')
  await chooser
  await expect(field).toHaveValue('')

  await field.fill('/pin')
  await expect(selected).toHaveText(/^\/pin/)
  await field.press('Enter')
  await field.fill('/unp')
  await expect(selected).toHaveText(/^\/unpin/)
  await field.fill('')

  const release = model.holdBack(['One ', 'two ', 'done.'])
  await field.fill('/usr/bin is a folder')
  await field.press('Enter')
  await expect(page.getByText('One two')).toBeVisible()
  await field.fill('/')
  await expect(list).toBeVisible()
  await field.press('Escape')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('/')
  await expect(page.getByText('Stopped', { exact: true })).toBeHidden()
  release()
  await expect(page.getByText('One two done.')).toBeVisible()
})

async function boundSources(page: Page, agentId: string): Promise<number | undefined> {
  const input = { agent_id: agentId }
  const agent = await call<{ data_source_ids: string[] | null }>(page, 'agent.get', { kind: 'query', input })
  return agent.data_source_ids?.length
}
