import type { Page } from '@playwright/test'
import { countMessages } from './journey/call.ts'
import { loseSession } from './journey/lose-session.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test.use(WITH_MOTION)

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('menus work while an answer is written, also after a reload and without a connection', async ({
  page,
  context,
}) => {
  await openChatWith(page, model.baseUrl)
  const release = await askHeldBack(page)
  const menu = page.getByRole('menu')

  // Menu and stream: the menu keeps the focus, and what it does does not end the answer.
  await openMenu(page)
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await menu.getByRole('menuitem', { name: 'Pin' }).click()
  await openMenu(page)
  await expect(menu.getByRole('menuitem', { name: 'Unpin' })).toBeVisible()

  // Menu, stream and reload: the answer goes on, the menu is closed and opens again.
  await page.reload()
  await expect(page.getByText('One two')).toBeVisible()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await openMenu(page)
  await expect(menu.getByRole('menuitem', { name: 'Unpin' })).toBeEnabled()

  // Menu, stream and no connection: a refused change says so, and nothing is lost.
  await context.setOffline(true)
  await menu.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByLabel('Your question').fill('And then?')
  await page.keyboard.press('Enter')
  const waiting = page.getByRole('region', { name: 'Waiting questions' })
  await expect(waiting.getByText('And then?')).toBeVisible()
  await openMenu(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByText('Stopped', { exact: true })).toBeHidden()
  release()
  await context.setOffline(false)
  // The waiting question is asked once the connection is back, and has the same answer.
  await expect(page.getByText('One two done.').first()).toBeVisible()
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('a session that ends while an answer is written and a menu is open loses nothing, also over a reload', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  const release = await askHeldBack(page)
  await page.getByLabel('Your question').fill('A draft')
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeEnabled()
  await loseSession(page)
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  // Escape closes the dialog alone. The next call brings it back.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Stopped', { exact: true })).toBeHidden()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await signInAgain(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Your question')).toHaveValue('A draft')

  // Reload without a session: the address comes back after the sign-in, with draft and running answer.
  await loseSession(page)
  await page.reload()
  await signInAgain(page)
  await expect(page).toHaveURL(`/chats/${sessionId}`)
  await expect(page.getByLabel('Your question')).toHaveValue('A draft')
  await expect(page.getByText('One two')).toBeVisible()
  release()
  await expect(page.getByText('One two done.')).toBeVisible()
})

test('the dialog of an ended session lies above a menu that was opened before it', async ({ page }) => {
  await openChatWith(page, model.baseUrl)
  const refused = Promise.withResolvers<void>()
  await page.route(/\/api\/trpc\/[^?]*session\.get\b/, async (route) => {
    await refused.promise
    await route.continue()
  })
  await loseSession(page)
  await openMenu(page)
  refused.resolve()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  // Every part of the dialog is on top, also where the menu is.
  const covered = await page.evaluate(() => {
    const box = document.querySelector('[role=menu]')?.getBoundingClientRect()
    if (!box) return []
    const points = [box.x + 5, box.x + box.width - 5].flatMap((x) =>
      [box.y + 5, box.y + box.height - 5].map((y) => document.elementFromPoint(x, y)),
    )
    return points.filter((element) => element?.closest('[role=menu]')).map(String)
  })
  expect(covered).toEqual([])
  await page.unroute(/\/api\/trpc\/[^?]*session\.get\b/)
  await signInAgain(page)
  await expect(dialog).toBeHidden()
})

test('a waiting question and an answer that ended while the page was cut off are each shown once after a reload', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  const release = await askHeldBack(page)
  await ask(page, 'And then?')
  const waiting = page.getByRole('region', { name: 'Waiting questions' })
  await expect(waiting.getByText('And then?')).toBeVisible()

  // The reloaded page hears nothing of the answer until the stream goes on.
  const stream = Promise.withResolvers<void>()
  await page.route(/\/api\/trpc\/[^?]*run\.followStream/, async (route) => {
    await stream.promise
    await route.continue()
  })
  await page.reload()
  await expect(waiting.getByText('And then?')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  release()
  await expect.poll(() => countMessages(page, sessionId)).toBe(2)

  // Signing in again reads the history anew, with the answer whose stream the page still waits for.
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Pin' })).toBeEnabled()
  await loseSession(page)
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await signInAgain(page)
  await expect(page.getByText('One two done.')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(2)
  stream.resolve()
  await expect(waiting).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByText('And then?')).toHaveCount(1)
  await expect.poll(() => countMessages(page, sessionId)).toBe(4)
})

test('a question that was not sent is kept beside a draft, over a session that ends and over a reload', async ({
  page,
}) => {
  const { sessionId } = await openChatWith(page, model.baseUrl)
  const release = await askHeldBack(page)
  const composer = page.getByLabel('Your question')
  await ask(page, 'And then?')
  await composer.fill('A draft')
  await loseSession(page)
  release()
  // The waiting question finds that the session has ended, and does not take the place of the draft.
  await signInAgain(page)
  await expect(page.getByText('The question was not sent')).toBeVisible()
  await expect(composer).toHaveValue('A draft')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(4)
  await expect(page.getByText('And then?')).toHaveCount(1)

  await composer.fill('')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await page.route(/\/api\/trpc\/[^?]*chat\.queryStream/, (route) => route.abort())
  await ask(page, 'Lost?')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toHaveCount(1)
  await page.unroute(/\/api\/trpc\/[^?]*chat\.queryStream/)
  await page.reload()
  await expect(failure).toContainText('before the service had taken this question')
  await composer.fill('Another draft')
  await failure.getByRole('button', { name: 'Edit question' }).click()
  await expect(composer).toHaveValue('Lost?\n\nAnother draft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect.poll(() => countMessages(page, sessionId)).toBe(6)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(failure).toHaveCount(0)
})

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
}

/** Asks a question whose answer stops before its last word. Returns a function that lets the answer go on. */
async function askHeldBack(page: Page): Promise<() => void> {
  const release = model.holdBack(['One ', 'two ', 'done.'])
  await ask(page, 'Count')
  await expect(page.getByText('One two')).toBeVisible()
  return release
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Actions for A chat' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
}
