import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@parley/sdk'
import { signIn } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

test('a webhook is added, tested, sent the end of a run, and disabled', async ({ page }) => {
  const received: Parameters<typeof verifyWebhook>[0][] = []
  let status = 204
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = receiver.address() as AddressInfo
  await signIn(page, '/settings/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Enter an address that begins with https://.')).toBeVisible()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByLabel('Name').fill('Night shift')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = (await page.getByTestId('webhook-secret').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Done' }).click()

  const card = page.getByRole('region', { name: 'Night shift' })
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card.getByText('The receiver accepted the test with status 204.')).toBeVisible()
  status = 500
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(
    card.getByText('The receiver answered 500. It must answer with a status of 2xx.'),
  ).toBeVisible()
  status = 204

  await page.goto('/chats')
  await openSampleWorkspace(page, { isSignedIn: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(3)
  const [first, , ended] = await Promise.all(received.map((request) => verifyWebhook(request, secret)))
  expect(first?.type).toBe('webhook.test')
  expect(ended).toMatchObject({ type: 'run.ended', data: { status: 'ok' } })

  await page.goto('/settings/webhooks')
  expect(await page.content()).not.toContain(secret)
  await card.getByRole('button', { name: 'Deliveries' }).click()
  const row = card.getByRole('row', { name: /Run ended/ })
  await expect(row.getByText('Delivered')).toBeVisible()
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(4)
  await card.getByRole('button', { name: 'Disable' }).click()
  await expect(card.getByText('No events are recorded for it until you enable it.')).toBeVisible()
  await card.getByRole('button', { name: 'Delete Night shift' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  receiver.closeAllConnections()
  receiver.close()
})
