import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import {
  CLIENT,
  signLogout,
  startTestProvider,
  type TestProvider,
} from '../apps/web/src/testing/test-provider.ts'
import { expect, test } from './journey/test.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let provider: TestProvider

test.beforeAll(async () => {
  provider = await startTestProvider()
  service = await startService({
    PARLEY_ADMIT: 'invite,group',
    PARLEY_ADMIT_GROUPS: 'staff',
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: CLIENT.id,
    PARLEY_OIDC_CLIENT_SECRET: CLIENT.secret,
    PARLEY_OIDC_NAME: 'Example',
  })
})
test.afterAll(async () => {
  await service.stop()
  await provider.close()
})

async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.origin })
  return context.newPage()
}

async function createWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start now, no password' }).click()
}

test('the first administrator invites a person, who comes in, is disabled, is refused and is erased', async ({
  browser,
}) => {
  // Three browsers take 60 steps one after another, so a busy machine needs longer than for another journey.
  test.setTimeout(300_000)
  const [admin, guest, stranger] = await Promise.all([1, 2, 3].map(() => openBrowser(browser)))
  if (!admin || !guest || !stranger) throw new Error('No browser.')

  await stranger.goto('/')
  await expect(stranger.getByRole('link', { name: 'Continue with Example' })).toBeVisible()
  await expect(stranger.getByRole('button', { name: 'Start now, no password' })).toBeHidden()

  const setupLink = readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim()
  await admin.goto(setupLink)
  await expect(admin.getByText('Sign in to become an administrator')).toBeVisible()
  await createWallet(admin)
  await expect(admin).toHaveURL(/\/chats$/)

  await admin.getByRole('link', { name: 'Invitations' }).click()
  await admin.getByRole('button', { name: 'Invite a person' }).click()
  await admin.getByLabel('For whom').fill('Maria')
  await admin.getByRole('button', { name: 'Create the link' }).click()
  const link = (await admin.getByText(`${service.origin}/invitation#`).textContent()) ?? ''
  await admin.getByRole('button', { name: 'Done' }).click()

  await guest.goto(link)
  await createWallet(guest)
  await expect(guest).toHaveURL(/\/chats$/)
  await expect(guest.getByRole('link', { name: 'Invitations' })).toBeHidden()
  await guest.goto('/administration/people')
  await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await stranger.goto(link)
  await expect(stranger.getByText('This invitation cannot be used')).toBeVisible()

  await admin.goto('/administration/people')
  await expect(admin.getByText('Invited', { exact: true })).toBeVisible()
  await admin
    .getByRole('row', { name: /Member/ })
    .getByRole('button')
    .click()
  await admin.getByRole('menuitem', { name: 'Disable the account' }).click()
  await admin.getByRole('button', { name: 'Disable it' }).click()
  await expect(admin.getByText('Disabled', { exact: true })).toBeVisible()

  await guest.goto('/chats')
  await guest.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await expect(guest.getByText('This account is disabled.')).toBeVisible()

  // Limits of one person, and then nothing of the person but a receipt.
  const gone = admin.getByRole('row', { name: /Disabled/ })
  await gone.getByRole('button').click()
  await admin.getByRole('menuitem', { name: 'Limits' }).click()
  await admin.getByLabel('Answers in a month').fill('3')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  await gone.getByRole('button').click()
  await admin.getByRole('menuitem', { name: 'Limits' }).click()
  await expect(admin.getByLabel('Answers in a month')).toHaveValue('3')
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await gone.getByRole('button').click()
  await admin.getByRole('menuitem', { name: 'Erase the person' }).click()
  await admin.getByRole('button', { name: 'Erase everything' }).click()
  await expect(admin.getByText('Erased; the receipt is sealed')).toBeVisible({ timeout: 30_000 })
  await expect(gone).toHaveCount(0)

  await admin.getByRole('row', { name: /You/ }).getByRole('button').click()
  await admin.getByRole('menuitem', { name: 'Make member' }).click()
  await expect(admin.getByText('This is the last administrator.')).toBeVisible()
})

test('a person of the identity provider comes in by a group, and another one is refused with a sentence', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  provider.person = { sub: 'gast', email: 'gast@example.com', groups: ['guests'] }
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await expect(page.getByText('New people need an invitation here.')).toBeVisible()
  provider.person = { sub: 'anna', email: 'anna@example.com', groups: ['staff'] }
  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Continue with Example' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})

test('a person signs out here and at the identity provider, which later ends a session by itself', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  provider.person = { sub: 'bert', email: 'bert@example.com', groups: ['staff'] }
  const signIn = async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    await expect(page).toHaveURL(/\/chats$/)
  }
  await signIn()
  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Continue with Example' })).toBeVisible()
  // The page on which the browser starts may be shown before it goes on to the provider.
  await expect.poll(() => provider.ended).toHaveLength(1)
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: 'parley.session' }),
  )

  await signIn()
  const body = new URLSearchParams({ logout_token: await signLogout(provider, { sub: 'bert' }) })
  const reply = await fetch(`${service.origin}/api/auth/oidc/logout`, { method: 'POST', body })
  expect(reply.status).toBe(200)
  await page.goto('/agents')
  await expect(page.getByRole('link', { name: 'Continue with Example' })).toBeVisible()
})
