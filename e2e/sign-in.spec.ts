import type { Page } from '@playwright/test'
import { type Decision, installWallet } from './journey/announced-wallet.ts'
import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('a wallet created in the browser signs in, signs in again after a reload, and signs out', async ({
  page,
}) => {
  await signInWithBrowserWallet(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()

  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'parley.session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

  const replay = await page.request.get('/api/persona', {
    headers: { authorization: `Bearer ${session?.value}` },
  })
  expect(replay.status()).toBe(401)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('an announced wallet signs in', async ({ page }) => {
  const address = await installWallet(page, () => 'sign')
  await page.goto('/')
  await openOtherWays(page)
  await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await page.goto('/settings/account')
  await expect(page.getByRole('region', { name: 'Signed in as' }).getByText(address)).toBeVisible()
})

test('a declined signature is reported and can be retried', async ({ page }) => {
  let decision: Decision = 'decline'
  await installWallet(page, () => decision)
  await page.goto('/')
  await openOtherWays(page)
  const button = page.getByRole('button', { name: 'Sign in with Test Wallet' })
  await button.click()
  await expect(page.getByText('The signature was declined in the wallet.')).toBeVisible()
  decision = 'sign'
  await button.click()
  await expect(page).toHaveURL(/\/chats$/)
})

test('a signature of another message is not accepted', async ({ page }) => {
  await installWallet(page, () => 'sign something else')
  await page.goto('/')
  await openOtherWays(page)
  await page.getByRole('button', { name: 'Sign in with Test Wallet' }).click()
  await expect(page.getByText('The signature was not accepted.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('an exported key signs the same person in elsewhere', async ({ page, browser, baseURL }) => {
  await signInWithBrowserWallet(page)
  await page.goto('/settings/account')
  const address = (await page.getByRole('main').locator('code').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Show private key' }).click()
  const key = (await page.getByText(/^0x[0-9a-f]{64}$/).textContent()) ?? ''

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await elsewhere.newPage()
  await other.goto('/')
  await openOtherWays(other)
  await other.getByRole('button', { name: 'Use a key I already have' }).click()
  await other.getByLabel('Private key').fill('0x1234')
  await other.getByRole('button', { name: 'Use this key' }).click()
  await expect(other.getByText('Enter a private key: 0x and 64 hexadecimal digits.')).toBeVisible()
  await other.getByLabel('Private key').fill(key)
  await other.getByRole('button', { name: 'Use this key' }).click()
  await other.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await expect(other).toHaveURL(/\/chats$/)
  await other.goto('/settings/account')
  await expect(other.getByRole('main').locator('code').first()).toHaveText(address)
  await elsewhere.close()
})

/** Wallets and keys of a person are below the first way to sign in. */
async function openOtherWays(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
}

test('the drawing beside the sign-in plays once and ends within five seconds', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const endTimes = await page
    .getByRole('img', { name: 'Which month is the warmest in Seattle' })
    .evaluate((picture) =>
      picture
        .getAnimations({ subtree: true })
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    )
  expect(endTimes.length).toBeGreaterThan(5)
  expect(Math.max(...endTimes)).toBeLessThanOrEqual(5000)
})
