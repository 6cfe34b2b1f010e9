import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Signs a new user in with a wallet made in the browser, by clicks on the front page. */
export async function signInWithBrowserWallet(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(page).toHaveURL(/\/chats$/)
}

/** The wallet of a new user, as the front page keeps it in the browser. */
export type KeptWallet = { readonly address: string; readonly privateKey: string }

/**
 * Signs a new user in and opens the page at `path`. Journeys whose subject is the sign-in click on the front page instead.
 */
export async function signIn(page: Page, path = '/chats'): Promise<void> {
  const wallet = await signInWithoutPage(page)
  await page.goto(path)
  await expect(page).toHaveURL((url) => url.pathname + url.search === path)
  await keepWallet(page, wallet)
}

/** Signs a new user in by the calls that the front page makes, and opens no page. */
export async function signInWithoutPage(page: Page): Promise<KeptWallet> {
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
  return { address: account.address, privateKey }
}

/** Keeps a wallet in the browser of an open page, as the front page does. */
export async function keepWallet(page: Page, wallet: KeptWallet): Promise<void> {
  const kept = JSON.stringify(wallet)
  await page.evaluate((text) => window.localStorage.setItem('parley.browser-wallet', text), kept)
}
