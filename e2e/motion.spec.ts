import type { Page } from '@playwright/test'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

/** A wait of at least this length may be shown by motion, in milliseconds. */
const LONG_WAIT_MS = 500

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

test('nothing moves without end while a list loads and an answer is written, for a person who prefers less motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openChatWith(page, model.baseUrl)
  // The first part holds no word.
  const release = model.holdBack(['', 'One two.'])
  await page.getByLabel('Your question').fill('Count')
  await page.keyboard.press('Enter')
  await expect(page.locator('.mantine-Loader-root').first()).toBeVisible()
  expect(await endlessAnimations(page)).toEqual([])
  release()
  await expect(page.getByText('One two.')).toBeVisible()

  const show = await holdAgents(page)
  await page.goto('/agents')
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible()
  expect(await endlessAnimations(page)).toEqual([])
  show()
  await expect(page.getByRole('link', { name: /Scripted agent/ })).toBeVisible()
})

test('the outlines of a list that loads pulse only after a long wait', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInWithoutPage(page)
  const show = await holdAgents(page)
  await page.goto('/agents')
  await expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible()
  const waits = await endlessAnimations(page)
  expect(waits.length).toBeGreaterThan(0)
  expect(waits.filter(({ delay }) => delay < LONG_WAIT_MS)).toEqual([])
  show()
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
})

/** Holds the list of agents back until the returned function is called. */
async function holdAgents(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/agent\.list/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The animations of a page that never end, and how long each waits before it begins, in milliseconds. */
function endlessAnimations(page: Page): Promise<{ readonly element: string; readonly delay: number }[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { iterations, delay } = effect?.getComputedTiming() ?? {}
      if (!(effect instanceof KeyframeEffect) || iterations !== Number.POSITIVE_INFINITY) return []
      return [{ element: effect.target?.className ?? '', delay: Number(delay) }]
    }),
  )
}
