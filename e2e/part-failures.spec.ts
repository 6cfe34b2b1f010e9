import type { Page } from '@playwright/test'
import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith, openSampleWorkspace } from './journey/workspace.ts'

test('an answer that cannot be shown leaves the other answers and the composer', async ({ page }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  for (const [question, answer] of [
    ['First?', 'It was odd.'],
    ['Second?', 'It was even.'],
  ] as const) {
    model.say([answer])
    await page.getByLabel('Your question').fill(question)
    await page.keyboard.press('Enter')
    await expect(page.getByText(answer)).toBeVisible()
  }
  await changeReplies(page, /session\.get/, '"content":"It was odd."', '"content":42')
  await page.reload()
  await expect(page.getByText('It was even.')).toBeVisible()
  await expect(page.getByText('First?')).toBeVisible()
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await expect(failure).toHaveCount(1)
  model.say(['We go on.'])
  await page.getByLabel('Your question').fill('And now?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We go on.')).toBeVisible()
  await expect(failure).toHaveCount(1)
  await model.stop()
})

test('steps and results that cannot be shown leave the text of their answer', async ({ page }) => {
  await openSampleWorkspace(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 60_000 })
  const answer = page.getByRole('article').last()
  const sentence = 'highest 26.11 °C (August)'
  await expect(answer).toContainText(sentence)
  await changeReplies(page, /run\.inspect/, '"output":{', '"output":null,"was":{')
  await page.reload()
  await expect(answer).toContainText(sentence)
  const failures = answer.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await expect(failures).toHaveCount(1)
  await answer.getByRole('button', { name: 'How it got there' }).click()
  await expect(failures).toHaveCount(2)
  await expect(answer).toContainText(sentence)
})

/** Changes the first occurrence of a text in each reply of an operation. */
async function changeReplies(page: Page, operation: RegExp, text: string, other: string): Promise<void> {
  await page.route(operation, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(text, other) })
  })
}
