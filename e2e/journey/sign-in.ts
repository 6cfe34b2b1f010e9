import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Signs a new user in with a wallet made in the browser, by clicks on the front page. */
export async function signInWithBrowserWallet(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(page).toHaveURL(/\/chats$/)
}

/**
 * Signs a new user in by the calls that the front page makes, keeps the wallet in the browser as that does, and opens the
 * list of chats. Journeys whose subject is the sign-in click instead.
 */
export async function signIn(page: Page): Promise<void> {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const challenge = await page.request.get(`/api/auth/challenge?wallet=${account.address}`)
  expect(challenge.status(), await challenge.text()).toBe(200)
  const { nonce } = (await challenge.json()).data
  const signature = await account.signMessage({ message: nonce })
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const form = { by: 'wallet', wallet: account.address, signature, invitation: '', csrfToken, json: 'true' }
  const { origin } = new URL(challenge.url())
  const reply = await page.request.post('/api/auth/callback/credentials', { form, headers: { origin } })
  expect(reply.status(), await reply.text()).toBe(200)
  await page.goto('/chats')
  await expect(page).toHaveURL(/\/chats$/)
  const wallet = JSON.stringify({ address: account.address, privateKey })
  await page.evaluate((kept) => window.localStorage.setItem('parley.browser-wallet', kept), wallet)
}
