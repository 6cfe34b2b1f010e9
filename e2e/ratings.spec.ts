import { readFile } from 'node:fs/promises'
import { call } from './journey/call.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an answer is rated by keyboard with a comment, keeps its rating after a reload and in the export, and loses it again', async ({
  page,
}) => {
  await openChatWith(page, model.baseUrl)
  model.say(['Forty-two.'])
  await page.getByLabel('Your question').fill('How many?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Forty-two.', { exact: true })).toBeVisible()

  const down = page.getByRole('button', { name: 'This answer is not right' })
  const up = page.getByRole('button', { name: 'This answer is right' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('What is wrong with it?').last()).toBeFocused()
  await page.keyboard.type('Refunds are missing.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-pressed', 'true')

  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  const { ratings } = await call<{ ratings: object[] }>(page, 'rating.list', { kind: 'query' })
  expect(ratings).toMatchObject([{ verdict: 'down', comment: 'Refunds are missing.' }])

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As Markdown' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('> Rated as not right: Refunds are missing.')

  await down.click()
  await expect(page.getByRole('textbox', { name: 'What is wrong with it?' })).toHaveValue(
    'Refunds are missing.',
  )
  await page.getByRole('button', { name: 'Remove rating' }).click()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
})
