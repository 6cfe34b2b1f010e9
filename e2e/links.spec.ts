import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'

test('a page of the navigation is loaded beforehand when a pointer or the focus comes to its link, and not before', async ({
  page,
}) => {
  const beforehand: string[] = []
  page.on('request', (request) => {
    if (request.headers()['next-router-segment-prefetch']) beforehand.push(new URL(request.url()).pathname)
  })
  await signIn(page, '/models')
  await page.waitForLoadState('networkidle')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  expect(beforehand).toEqual([])
  await navigation.getByRole('link', { name: 'Agents' }).hover()
  await expect.poll(() => beforehand).toContain('/agents')
  await navigation.getByRole('link', { name: 'Tools' }).focus()
  await expect.poll(() => beforehand).toContain('/tools')
  expect(beforehand).not.toContain('/sources')
  await navigation.getByRole('link', { name: 'Agents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})
