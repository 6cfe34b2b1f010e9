import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { countMessages } from './journey/call.ts'
import { giveFiles } from './journey/give-files.ts'
import { expectNoSidewaysScroll } from './journey/sideways-scroll.ts'
import { signIn, signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

const LAPTOP = { width: 1280, height: 720 }
const PHONE = { width: 390, height: 844 }
const SALES =
  'city,sold on,price\nKöln,2024-01-05,10\nKöln,2024-02-05,30\nZürich,2024-03-05,50\nBern,2024-04-05,7\n'

for (const [device, viewport] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
  test(`a new user on a ${device} gets from an own file to a chart, its rows in a file, and the run on another device`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(viewport)
    await signInWithBrowserWallet(page)
    await openSampleWorkspace(page, { isSignedIn: true })
    await page.getByLabel('Your question').fill('')
    await giveFiles(page.getByLabel('Your question'), 'drop', [{ name: 'Verkäufe.csv', text: SALES }])
    await page.getByRole('button', { name: /^What is the average price by city in .*bar chart\.$/ }).click()
    const card = page.getByRole('figure')
    await expect(card.locator('g.mark-rect path')).toHaveCount(3, { timeout: 30_000 })
    await expect(page.getByText(/numbers? checked/)).toBeVisible()
    // The page shows the answer from its question on: chart first, the table below it.
    await expect(page.getByRole('article').first()).toBeInViewport()
    await expect(card.getByRole('tab', { name: 'Chart' })).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await switchToPie(page)
    expect(await savedRows(page)).toEqual(['Bern,7', 'Köln,20', 'Zürich,50'])

    await reloadInAnswer(page)
    await page.getByRole('button', { name: 'How it got there' }).last().click()
    const link = await page.getByRole('link', { name: 'Open the full run' }).last().getAttribute('href')
    const other = await browser.newContext({
      viewport: viewport === PHONE ? LAPTOP : PHONE,
      storageState: await page.context().storageState(),
      ...(baseURL && { baseURL }),
    })
    const there = await other.newPage()
    await there.goto(link ?? '')
    await expect(there.getByRole('list', { name: 'Timeline' })).toBeVisible()
    await expect(there.getByText(/How many rows|price/).first()).toBeVisible()
    await expectNoSidewaysScroll(there)
    await other.close()
    // A colleague's account sees nothing of the run, not even that it exists.
    const colleague = await browser.newContext({ viewport, ...(baseURL && { baseURL }) })
    const stranger = await colleague.newPage()
    await signIn(stranger)
    await stranger.goto(link ?? '')
    await expect(stranger.getByText('There is no run with this id.')).toBeVisible()
    await expect(stranger.getByText(/How many rows|price|Verkäufe/)).toHaveCount(0)
    await expect(stranger.getByRole('button', { name: 'Try again' })).toBeHidden()
    await colleague.close()
  })
}

async function switchToPie(page: Page): Promise<void> {
  const card = page.getByRole('figure')
  await card.getByRole('button', { name: 'Bars: change the chart' }).click()
  await page.getByRole('button', { name: 'Pie', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(card.locator('g.mark-arc path')).toHaveCount(3)
}

/** The rows of the whole result as CSV, without the header, by name. */
async function savedRows(page: Page): Promise<string[]> {
  await page.getByRole('figure').getByRole('button', { name: 'Save' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  return text.trim().split('\r\n').slice(1).toSorted()
}

/** Asks a second question and loads the page again when the service has taken it. */
async function reloadInAnswer(page: Page): Promise<void> {
  const session_id = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByLabel('Your question').fill('How many rows have a price above 8 in Verkäufe?')
  await page.keyboard.press('Enter')
  await expect.poll(() => countMessages(page, session_id)).toBeGreaterThanOrEqual(3)
  await page.reload()
  await expect(page.getByText(/How it got there/)).toHaveCount(2, { timeout: 30_000 })
  await expect(page.getByRole('article')).toHaveCount(4)
}
