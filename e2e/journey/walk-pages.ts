import type { Page } from '@playwright/test'
import { signInWithBrowserWallet } from './sign-in.ts'
import { expect } from './test.ts'
import { LARGEST } from './validators.ts'
import { openSampleWorkspace } from './workspace.ts'

/** The addresses of the pages without a record. */
export const PAGES = [
  '/chats',
  '/agents',
  '/agents/new',
  '/models',
  '/tools',
  '/sources',
  '/sources/sql',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/personas',
  '/definitions',
  '/settings/account',
  '/docs/api',
  '/ledger',
  '/ledger/history',
  '/ledger/look-up',
  '/ledger/genesis',
]

/** Opens every page, filled with the sample workspace, and calls `stop` at each. */
export async function walkPages(page: Page, stop: (place: string) => Promise<void>): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('front')
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await expect(page.getByText('No wallet extension was found in this browser.')).toBeVisible()
  await stop('front-others')
  await signInWithBrowserWallet(page)
  await settle(page)
  await stop('first-run')
  await openChatParts(page, stop)
  for (const path of PAGES) {
    await page.goto(path)
    await settle(page)
    await stop(name(path))
  }
  await openRecordsOfLedger(page, stop)
  await openOverlays(page, stop)
  await page.goto('/sources')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Seattle weather/ })
    .click()
  await expect(page.getByRole('cell', { name: 'temp_max', exact: true })).toBeVisible()
  await settle(page)
  await stop('source')
  await page.goto('/agents')
  await page.getByRole('link', { name: /Data analyst/ }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await stop('agent')
  await page.goto('/tools?server=acme/safe')
  await expect(page.getByText('This server requires you to sign in')).toBeVisible()
  await stop('tool-server')
  await page.goto('/chats/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('There is no session with this id.')).toBeVisible()
  await stop('not-mine')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('not-found')
}

/** Opens a chat with a chart, its menus and its run. */
async function openChatParts(page: Page, stop: (place: string) => Promise<void>): Promise<void> {
  await openSampleWorkspace(page, { isSignedIn: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible({ timeout: 60_000 })
  await stop('chat')
  await page.getByRole('main').getByRole('button', { name: 'Actions for Seattle weather' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await stop('chat-menu')
  await page.keyboard.press('Escape')
  await page.getByLabel('Your question').fill('@')
  await expect(page.getByRole('option').first()).toBeVisible()
  await stop('chat-menu-of-sources')
  await page.getByLabel('Your question').fill('')
  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('link', { name: 'Open the full run' }).click()
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('figure').locator('svg.marks')).toBeVisible()
  await stop('run')
}

/** Opens a validator, and a search that finds an asset and refuses the id of a transaction. */
async function openRecordsOfLedger(page: Page, stop: (place: string) => Promise<void>): Promise<void> {
  for (const [place, path] of [
    ['ledger-validator', `/ledger/validators/${LARGEST}`],
    ['ledger-found', '/ledger/look-up?asset=CHN&tx=x'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(/· live$/)).toBeVisible()
    await settle(page)
    await stop(place)
  }
}

/** Opens what lies over a page: dialogs, menus and the palette. */
async function openOverlays(page: Page, stop: (place: string) => Promise<void>): Promise<void> {
  await page.goto('/models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('button', { name: 'Advanced' }).click()
  await expect(page.getByLabel('Temperature')).toBeVisible()
  await stop('model-dialog')
  await page.goto('/sources')
  await page.getByRole('button', { name: 'Connect a database or an API' }).click()
  await expect(page.getByLabel('Connection URL')).toBeVisible()
  await stop('source-dialog')
  await page.goto('/sources/sql')
  await page.getByRole('button', { name: 'Saved' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save this statement' })).toBeVisible()
  await stop('sql-menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(/^Go to a page/)).toBeVisible()
  await stop('palette')
}

/** Waits for all parts of a page. The six charts of the ledger take a busy machine half a minute. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0, { timeout: 120_000 })
}

function name(path: string): string {
  return path.slice(1).replaceAll('/', '-')
}
