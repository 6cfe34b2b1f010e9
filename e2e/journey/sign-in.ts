import { expect, type Page } from '@playwright/test'

/** Signs a new user in with a wallet made in the browser. */
export async function signInWithBrowserWallet(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start now, no password' }).click()
  await expect(page).toHaveURL(/\/chats$/)
}
