import type { Page } from '@playwright/test'
import { SCRIPTS } from './journey/hold-scripts.ts'
import { startScriptedModel } from './journey/scripted-model.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith } from './journey/workspace.ts'

/** Code that is only in the script of notifications, and code that is only in the script of first steps. */
const NOTIFICATIONS = '--notifications-container-width'
const FIRST_STEPS = '["model","source","agent","chat"]'

const IDLE = 'the-browser-is-idle'

/** Delays the work that a page does while the browser is idle: it waits for a call of `beIdle`. */
async function holdIdleWork(page: Page): Promise<void> {
  await page.addInitScript((idle) => {
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (work) => waiting.push(work)
    window.addEventListener(idle, () => {
      for (const work of waiting.splice(0)) work({ didTimeout: false, timeRemaining: () => 50 })
    })
  }, IDLE)
}

async function beIdle(page: Page): Promise<void> {
  await page.evaluate((idle) => window.dispatchEvent(new Event(idle)), IDLE)
}

/** Returns a function that says whether a script that the page has loaded so far contains some code. */
function watchScripts(page: Page): (code: string) => Promise<boolean> {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (SCRIPTS.test(response.url())) scripts.push(response.text().catch(() => ''))
  })
  return async (code) => (await Promise.all(scripts)).some((script) => script.includes(code))
}

test('notifications load when the list of chats is usable and the browser is idle, and first steps never do', async ({
  page,
}) => {
  const model = await startScriptedModel()
  await createChatWith(page, model.baseUrl)
  await holdIdleWork(page)
  const hasLoaded = watchScripts(page)
  await page.goto('/chats')
  await expect(page.getByRole('main').getByRole('link', { name: /^A chat/ })).toBeVisible()
  const question = page.getByLabel('Your question')
  await question.fill('Is it usable?')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(await hasLoaded(NOTIFICATIONS)).toBe(false)
  await beIdle(page)
  await expect.poll(() => hasLoaded(NOTIFICATIONS)).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await hasLoaded(FIRST_STEPS)).toBe(false)
  await model.stop()
})

test('a user without an agent loads the first steps at once, and notifications when the browser is idle', async ({
  page,
}) => {
  await signInWithBrowserWallet(page)
  await holdIdleWork(page)
  const hasLoaded = watchScripts(page)
  await page.goto('/chats')
  await page.getByRole('button', { name: 'Try it with sample data' }).hover()
  await page.waitForLoadState('networkidle')
  expect(await hasLoaded(FIRST_STEPS)).toBe(true)
  expect(await hasLoaded(NOTIFICATIONS)).toBe(false)
  await beIdle(page)
  await expect.poll(() => hasLoaded(NOTIFICATIONS)).toBe(true)
})
