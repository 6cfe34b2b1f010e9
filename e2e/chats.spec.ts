import { fillHistory } from './journey/fill-history.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

const MANY_WORDS = Array.from({ length: 600 }, (_, index) => `word${index} `)

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('an answer is stopped with Escape and keeps its text so far', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  model.say(MANY_WORDS, { pauseMs: 50 })
  await page.getByLabel('Your question').fill('Go on')
  await page.keyboard.press('Enter')
  await expect(page.getByText('word5')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('word5')).toBeVisible()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
})

test('an answer goes on growing after a reload and in a second tab, where it can be stopped', async ({
  page,
  context,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  const release = model.holdBack(['One ', 'two ', 'three ', 'done.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One two three')).toBeVisible()
  await page.reload()
  await expect(page.getByText('One two three')).toBeVisible()
  const second = await context.newPage()
  await second.goto(`/chats/${sessionId}`)
  await expect(second.getByText('One two three')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  release()
  for (const tab of [page, second]) await expect(tab.getByText('One two three done.')).toBeVisible()

  model.say(MANY_WORDS, { pauseMs: 50 })
  await page.getByLabel('Your question').fill('Go on')
  await page.keyboard.press('Enter')
  // The question is stored when its answer begins. An earlier page reads the question when its reader comes back.
  await expect(page.getByText('word0')).toBeVisible()
  await second.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(second.getByText('word5')).toBeVisible()
  await second.getByRole('button', { name: 'Stop', exact: true }).click()
  for (const tab of [page, second]) await expect(tab.getByText('Stopped', { exact: true })).toBeVisible()
})

test('an answer goes on when the connection of the page breaks', async ({ page, context }) => {
  await openChatWith(page, model.baseUrl)
  const release = model.holdBack(['One ', 'two ', 'three ', 'done.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One two three')).toBeVisible()
  await context.setOffline(true)
  release()
  await context.setOffline(false)
  await expect(page.getByText('One two three done.')).toBeVisible()
})

test('a second tab shows the answer, and gets an error sentence when it asks too early', async ({
  page,
  context,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  const second = await context.newPage()
  await second.goto(`/chats/${sessionId}`)
  await expect(second.getByLabel('Your question')).toBeVisible()

  const release = model.holdBack(['One ', 'two ', 'three ', 'done.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One two three')).toBeVisible()
  await second.getByLabel('Your question').fill('And now?')
  await second.keyboard.press('Enter')
  await expect(second.getByText('The question was not sent')).toBeVisible()
  release()
  await expect(second.getByText('One two three done.')).toBeVisible()
  await second.getByRole('button', { name: 'Edit question' }).click()
  await expect(second.getByLabel('Your question')).toHaveValue('And now?')
})

test('an answer shows its reasoning closed and HTML as text, and fetches no images', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  model.say([
    '<think>Secret plan</think>',
    '<b onclick="x()">bold</b> ',
    '![chart](https://example.org/a.png?d=1) ',
    '[link](https://example.org/)',
  ])
  await page.getByLabel('Your question').fill('Show me')
  await page.keyboard.press('Enter')
  await expect(page.getByText('<b onclick="x()">bold</b>')).toBeVisible()
  await expect(page.getByText('Image left out: chart')).toBeVisible()
  await expect(page.getByText('Secret plan')).toBeHidden()
  await page.getByRole('button', { name: 'Reasoning' }).click()
  await expect(page.getByText('Secret plan')).toBeVisible()
  await expect(page.getByRole('link', { name: 'link' })).toHaveAttribute('rel', /noopener/)
  expect(requests.filter((url) => url.includes('example.org'))).toEqual([])
})

test('an unreachable runtime gives a failed answer that can be retried', async ({ page }) => {
  const gone = await startScriptedModel()
  await openChatWith(page, gone.baseUrl)
  await gone.stop()
  await page.getByLabel('Your question').fill('Is it running?')
  await page.keyboard.press('Enter')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('This answer failed')
  await expect(failure.getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
})

test('a chat is renamed, found, deleted, restored and deleted permanently', async ({ page }) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await page.getByRole('main').getByRole('button', { name: 'Actions for A chat' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Budget 2027')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Budget 2027' })).toBeVisible()

  await page.goto('/chats')
  const main = page.getByRole('main')
  await page.getByLabel('Search names and messages').fill('nothing like it')
  await expect(main.getByText('No chat matches')).toBeVisible()
  await page.getByLabel('Search names and messages').fill('budget')
  await main.getByRole('button', { name: 'Actions for Budget 2027' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(main.getByRole('link', { name: /Budget 2027/ })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(main.getByRole('link', { name: /Budget 2027/ })).toBeVisible()

  await main.getByRole('button', { name: 'Actions for Budget 2027' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  // A page that closes sends the deletion at once, but the request of the next page may arrive first.
  await page.goto('/agents')
  await expect(async () => {
    await page.goto(`/chats/${sessionId}`)
    await expect(page.getByText('There is no session with this id.')).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'All chats' }).click()
  await expect(page).toHaveURL(/\/chats$/)
})

test('a history of ten thousand messages opens at its end and scrolls to its beginning', async ({ page }) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  await fillHistory(sessionId, 10_000)
  await page.goto(`/chats/${sessionId}`)
  await expect(page.getByText('Message 10000')).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(80)

  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -500_000)
  await expect(page.getByText('Message 10000')).toBeHidden()
  await page.mouse.wheel(0, -5_000_000)
  await expect(page.getByText('Message 1', { exact: true })).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(80)

  await page.getByRole('button', { name: 'Jump to the newest message' }).click()
  await expect(page.getByText('Message 10000')).toBeInViewport()
})
