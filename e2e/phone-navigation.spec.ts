import { call } from './journey/call.ts'
import { expect, test, WITH_MOTION } from './journey/test.ts'
import { openChatWith } from './journey/workspace.ts'

test.use(WITH_MOTION)

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the navigation on a phone has the brand once, and the name of a chat ends before its menu', async ({
  page,
}) => {
  const { agentId } = await openChatWith(page, 'http://127.0.0.1:1/v1')
  const name = 'Revenue by region and quarter, with the growth over the year before'
  await call(page, 'session.create', { input: { name, agent_id: agentId } })
  await page.reload()
  await page.getByRole('button', { name: 'Open navigation' }).tap()
  const recent = page.getByRole('navigation', { name: 'Recent chats' })
  // The box that cuts the name.
  const label = await recent.getByText(name).locator('..').boundingBox()
  const menu = await recent.getByRole('button', { name: `Actions for ${name}` }).boundingBox()
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0)
  await expect(page.getByText('Parley', { exact: true }).filter({ visible: true })).toHaveCount(1)
})
