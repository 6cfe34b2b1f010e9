import { signInWithBrowserWallet } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('a wallet made in the browser signs in, comes back after a reload and signs out', async ({ page }) => {
  await signInWithBrowserWallet(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Parley' })).toBeVisible()

  const [session] = (await page.context().cookies()).filter(({ name }) => name === 'parley.session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with a wallet' })).toBeVisible()

  const replay = await page.request.get('/api/persona', {
    headers: { authorization: `Bearer ${session?.value}` },
  })
  expect(replay.status()).toBe(401)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: 'Sign in with a wallet' })).toBeVisible()
})
