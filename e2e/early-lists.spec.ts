import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { holdScripts } from './journey/hold-scripts.ts'
import { expect, test } from './journey/test.ts'
import { PAGES } from './journey/walk-pages.ts'
import { type Service, startService } from './start-service.ts'

const ADMINISTRATION = ['people', 'invitations', 'usage', 'events', 'health']
/** The input of a list of options, as the HTML of a page has it. */
const LIST = 'input[aria-haspopup=listbox]:not(:disabled)'

let service: Service
test.beforeAll(async () => {
  // Two networks make the ledger offer a list of them.
  service = await startService({ PARLEY_ADMIT: 'invite', LEDGER_OTHER_RPC_URL: 'http://127.0.0.1:1' })
})
test.afterAll(() => service.stop())
// A page still asks for scripts when its test has ended.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('every list of options that is pressed before its script has loaded opens afterwards', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto(readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim())
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  const addresses = [...PAGES, ...ADMINISTRATION.map((name) => `/administration/${name}`)]
  const opened: string[] = []
  for (const address of addresses) {
    for (let place = 0; place < (await countLists(page, address)); place++) {
      await expectOpened(page, address, place)
      opened.push(address)
    }
  }
  const expected = ['/ledger', '/administration/usage', '/administration/events']
  expect(opened).toEqual(expect.arrayContaining(expected))
})

test('a list of options stays closed until a press', async ({ page }) => {
  await page.goto(`${service.origin}/ledger`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('option')).toHaveCount(0)
})

/** Counts the lists of options in the HTML of a page that can be pressed. */
async function countLists(page: Page, address: string): Promise<number> {
  const html = await (await page.request.get(`${service.origin}${address}`)).text()
  const inputs = html.match(/<input\b[^>]*\baria-haspopup="listbox"[^>]*>/g) ?? []
  return inputs.filter((input) => !/\bdisabled\b/.test(input)).length
}

/** Presses a list of a page before its script has loaded, and expects its options afterwards. */
async function expectOpened(page: Page, address: string, place: number): Promise<void> {
  const release = await holdScripts(page)
  await page.goto(`${service.origin}${address}`, { waitUntil: 'commit' })
  await page.locator(LIST).nth(place).click()
  release()
  await expect(page.getByRole('option').first(), `${address}, list ${place}`).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
