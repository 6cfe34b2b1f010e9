import { readFile } from 'node:fs/promises'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith, openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an older question is edited in a branch, asked of another agent, and its versions stand side by side', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  const ask = async (question: string, answer: string) => {
    model.say([answer])
    await page.getByLabel('Your question').fill(question)
    await page.keyboard.press('Enter')
    await expect(page.getByText(answer, { exact: true })).toBeVisible()
  }
  await ask('First?', 'One.')
  await ask('Second?', 'Two.')

  const questions = page.getByRole('article').filter({ hasText: 'You' })
  await page.getByRole('article').filter({ hasText: 'First?' }).hover()
  await page.getByRole('button', { name: 'Edit and ask again' }).first().click()
  model.say(['Other one.'])
  await page.getByLabel('Edited question').fill('First, but different?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Other one.', { exact: true })).toBeVisible()
  await expect(questions).toHaveCount(1)
  expect(model.lastRequest()).not.toContain('Second?')

  const versions = page.getByRole('group', { name: 'Versions of this question' })
  await expect(versions.getByLabel('Version 2 of 2')).toBeVisible()
  await versions.getByRole('button', { name: 'Earlier version' }).click()
  await expect(page.getByText('Two.', { exact: true })).toBeVisible()
  await expect(versions.getByLabel('Version 1 of 2')).toBeVisible()

  const { models } = await call<{ models: { id: number }[] }>(page, 'llmConfig.list', { kind: 'query' })
  await call(page, 'agent.create', {
    input: { name: 'Other agent', description: 'The other.', model_config_id: models[0]?.id, tools: [] },
  })
  await page.reload()
  model.say(['Second, by the other.'])
  await page.getByRole('article').filter({ hasText: 'Two.' }).hover()
  await page.getByRole('button', { name: 'Ask again' }).last().click()
  await page.getByRole('menuitem', { name: 'Other agent' }).click()
  await expect(page.getByText('Second, by the other.')).toBeVisible()
  await expect(page.getByText('One.', { exact: true })).toBeVisible()
  expect(model.lastRequest()).toContain('The other.')

  await page.getByRole('button', { name: 'Compare side by side' }).last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Two.', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Second, by the other.')).toBeVisible()
  await page.keyboard.press('Escape')

  // One chat in the list, whatever its branches.
  await expect(page.getByRole('navigation', { name: 'Recent chats' }).getByText('A chat')).toHaveCount(1)
})

test('a question waits for the end of the running answer, and can be taken back', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const release = model.holdBack(['One ', 'done.'])
  const composer = page.getByLabel('Your question')
  await composer.fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  for (const question of ['And then?', 'Never mind']) {
    await composer.fill(question)
    await page.keyboard.press('Enter')
  }
  const waiting = page.getByRole('region', { name: 'Waiting questions' })
  await expect(waiting.getByText('Never mind')).toBeVisible()
  await waiting.getByRole('button', { name: 'Remove' }).last().click()
  await expect(waiting.getByText('Never mind')).toBeHidden()
  release()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(waiting).toBeHidden()
  await expect.poll(() => model.lastRequest()).toContain('And then?')
  expect(model.lastRequest()).not.toContain('Never mind')
})

test('formulas are drawn and prices stay text, in the chat and for hostile texts in its HTML page', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  model.say([
    'The area is $\\pi r^2$. It costs $5 and $7.\n\n$$\\sum_{i=1}^n i$$\n\n<script>alert(1)</script>',
  ])
  await page.getByLabel('Your question').fill('<img src=x onerror=alert(1)>')
  await page.keyboard.press('Enter')
  await expect(page.locator('math')).toHaveCount(2)
  await expect(page.getByText('It costs $5 and $7.')).toBeVisible()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As a web page (HTML)' }).click()
  const html = await readFile(await (await download).path(), 'utf8')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toMatch(/<script|<img src=x/)

  await page.evaluate(() => {
    const frames: string[] = []
    Reflect.set(window, 'printed', frames)
    new MutationObserver(() => {
      const view = document.querySelector('iframe')?.contentWindow
      if (view) view.print = () => frames.push(view.document.body.textContent ?? '')
    }).observe(document.body, { childList: true })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
  await expect
    .poll(() => page.evaluate(() => String(Reflect.get(window, 'printed'))), { timeout: 10_000 })
    .toContain('The area is')
})

test('a chat is pinned, moved to a folder and archived', async ({ page }) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await page.goto('/chats')
  const main = page.getByRole('main')
  const choose = async (item: string) => {
    await main.getByRole('button', { name: 'Actions for A chat' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Pin')
  await expect(main.getByRole('region', { name: 'Pinned' }).getByText('A chat')).toBeVisible()
  await choose('Move to a folder')
  await page.getByRole('dialog').getByLabel('Folder').fill('Reports')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await main.getByText('Reports').click()
  await expect(main.getByText('A chat')).toBeVisible()
  await choose('Archive')
  await main.getByText('Archived').click()
  await expect(main.getByRole('link', { name: /^A chat/ })).toHaveAttribute('href', `/chats/${sessionId}`)
  await expect(page.getByRole('navigation', { name: 'Recent chats' })).toBeHidden()
})
