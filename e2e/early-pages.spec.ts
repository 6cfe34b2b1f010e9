import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { SCRIPTS } from './journey/hold-scripts.ts'
import { expect, test } from './journey/test.ts'
import { PAGES } from './journey/walk-pages.ts'
import { openChatWith } from './journey/workspace.ts'
import { startService } from './start-service.ts'

const ADMINISTRATION = ['people', 'invitations', 'usage', 'events', 'health']

test('every button in the HTML of a page works before its script has loaded', async ({ page }) => {
  test.setTimeout(300_000)
  await leaveScriptsOut(page)
  await expectReady(page, '/', { buttons: 3 })
  for (const address of ['/invitation#unknown', '/erased?id=none', '/nowhere'])
    await expectReady(page, address)
  await page.unroute(SCRIPTS)
  const { agentId, sessionId } = await openChatWith(page, 'http://127.0.0.1:1/v1')
  await leaveScriptsOut(page)
  const records = [
    `/chats/${sessionId}`,
    `/agents/${agentId}`,
    '/ledger/validators/none',
    '/sources/none',
    '/runs/none',
  ]
  for (const address of [...PAGES, ...records]) await expectReady(page, address, { buttons: 3 })
})

test('every button in the HTML of the administration works before its script has loaded', async ({
  page,
}) => {
  test.setTimeout(300_000)
  // Browsers offer passkeys for localhost, so the front page has those buttons too.
  const service = await startService({ PARLEY_ADMIT: 'invite' }, 'localhost')
  try {
    await leaveScriptsOut(page)
    await expectReady(page, service.origin, { buttons: 4 })
    await page.unroute(SCRIPTS)
    await page.goto(readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim())
    await page.getByRole('button', { name: 'Start now, no password' }).click()
    await expect(page).toHaveURL(/\/chats$/)
    await leaveScriptsOut(page)
    // The first-run page.
    await expectReady(page, `${service.origin}/chats`, { buttons: 5 })
    for (const name of ADMINISTRATION) {
      await expectReady(page, `${service.origin}/administration/${name}`, { buttons: 3 })
    }
  } finally {
    await service.stop()
  }
})

async function leaveScriptsOut(page: Page): Promise<void> {
  await page.route(SCRIPTS, (route) => route.abort())
}

/** Opens a page without its scripts. Expects at least `buttons` buttons, each of them ready for a press. */
async function expectReady(page: Page, address: string, { buttons = 0 } = {}): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  const { count, dead } = await readControls(page)
  expect.soft(dead, address).toEqual([])
  expect.soft(count, address).toBeGreaterThanOrEqual(buttons)
}

/**
 * Reads the controls that a person can press or submit: how many there are, and those that do nothing without a script.
 * Until the page is hydrated, React keeps a submit for its own action and performs it later.
 */
function readControls(page: Page): Promise<{ readonly count: number; readonly dead: readonly string[] }> {
  return page.evaluate(() => {
    const KEPT_BY_REACT = "javascript:throw new Error('React form unexpectedly submitted.')"
    const isKept = (element: Element, name: string) => element.getAttribute(name) === KEPT_BY_REACT
    const nameOf = (element: Element) =>
      `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`
    const works = (element: Element) =>
      element instanceof HTMLButtonElement &&
      element.type === 'submit' &&
      element.form !== null &&
      (isKept(element, 'formaction') || isKept(element.form, 'action'))
    const pressed = [
      ...document.querySelectorAll('button, [role=button], [role=tab], [role=menuitem], input[type=button]'),
    ].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
    )
    const submitted = [...document.forms].filter(
      (form) => form.querySelector('input:not([type=hidden]), textarea, select') && !isKept(form, 'action'),
    )
    const dead = [...pressed.filter((element) => !works(element)), ...submitted]
    return { count: pressed.length, dead: dead.map(nameOf) }
  })
}
