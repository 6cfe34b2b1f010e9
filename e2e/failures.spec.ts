import { startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test('a model that fails at once gives one message with its reason and the possible actions', async ({
  page,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await model.stop()
  const alerts: string[] = []
  await page.exposeFunction('noteAlert', (text: string) => alerts.push(text))
  await page.evaluate(() =>
    new MutationObserver(() => {
      const note: (text: string) => void = Reflect.get(window, 'noteAlert')
      for (const alert of document.querySelectorAll('main [role="alert"]')) note(alert.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true }),
  )
  await page.getByLabel('Your question').fill('Anybody there?')
  await page.keyboard.press('Enter')

  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toHaveCount(1)
  await expect(failure).toBeInViewport({ ratio: 1 })
  await expect(failure).toContainText('This answer failed')
  await expect(page.getByText(/^The answer failed:/)).toHaveCount(0)
  expect(alerts.filter((text) => text.includes('not sent'))).toEqual([])

  await failure.getByRole('button', { name: 'Edit question' }).click()
  await expect(page.getByLabel('Edited question')).toHaveValue('Anybody there?')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Edited question')).toBeHidden()
  await page.reload()
  await expect(failure).toHaveCount(1)
  await failure.getByRole('link', { name: 'Open model' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Scripted')
})

test('a question that the service refuses is reported once as not sent', async ({ page, context }) => {
  const model = await startScriptedModel()
  const { sessionId } = await openChatWith(page, model.baseUrl)
  // A tab that was open before knows nothing of the answer; one that opens later shows it.
  const second = await context.newPage()
  await second.goto(`/chats/${sessionId}`)
  await second.getByLabel('Your question').fill('And now?')
  const release = model.holdBack(['One ', 'done.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One', { exact: true })).toBeVisible()
  await second.keyboard.press('Enter')
  await expect(second.getByRole('main').getByRole('alert')).toHaveCount(1)
  await expect(second.getByText('The question was not sent')).toBeInViewport()
  release()
  await expect(second.getByText('One done.')).toBeVisible()
  await second.getByRole('button', { name: 'Try again' }).click()
  await expect(second.getByRole('main').getByRole('alert')).toHaveCount(0)
  await model.stop()
})

test('a question that did not reach the service stays in view with its failure, also after a reload', async ({
  page,
  context,
}) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  await context.setOffline(true)
  await page.getByLabel('Your question').fill('Lost on the way?')
  await page.keyboard.press('Enter')
  const failure = page.getByRole('main').getByRole('alert')
  const question = page.getByRole('article').filter({ hasText: 'Lost on the way?' })
  await expect(failure).toHaveCount(1)
  await expect(question).toBeInViewport()
  await context.setOffline(false)
  await page.reload()
  await expect(failure).toHaveCount(1)
  await expect(question).toBeInViewport()
  model.say(['Here ', 'I am.'])
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Here I am.')).toBeVisible()
  await expect(question).toHaveCount(1)
  await model.stop()
})

test('a question that did not reach the service waits behind a new one', async ({ page, context }) => {
  const model = await startScriptedModel()
  await openChatWith(page, model.baseUrl)
  const waiting = page.getByRole('region', { name: 'Waiting questions' })
  await context.setOffline(true)
  await page.getByLabel('Your question').fill('Lost on the way?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1)
  await page.getByLabel('Your question').fill('And this one?')
  await page.keyboard.press('Enter')
  await expect(waiting.getByText('Lost on the way?')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1)

  await context.setOffline(false)
  const answers = page.getByRole('article').filter({ hasText: 'Here I am.' })
  model.say(['Here ', 'I am.'])
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(answers).toHaveCount(2)
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('article').filter({ hasText: 'Lost on the way?' })).toHaveCount(1)
  await expect(page.getByRole('article').filter({ hasText: 'And this one?' })).toHaveCount(1)
  await model.stop()
})
