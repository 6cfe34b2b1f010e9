import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { call } from './journey/call.ts'
import { fillChats } from './journey/fill-chats.ts'
import { type ScriptedModel, startScriptedModel } from './journey/scripted-model.ts'
import { signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { createChatWith } from './journey/workspace.ts'
import { type Service, startService } from './start-service.ts'

let model: ScriptedModel
test.beforeAll(async () => {
  model = await startScriptedModel()
})
test.afterAll(() => model.stop())

/** Breaks the connection of every read after the first page. Returns a function that ends this. */
async function refuseFurtherPages(page: Page, procedure: string): Promise<() => Promise<void>> {
  const isFurther = ({ pathname, search }: URL) =>
    pathname.includes(procedure) && decodeURIComponent(search).includes('"cursor":"')
  await page.route(isFurther, (route) => route.abort())
  return () => page.unroute(isFurther)
}

async function fill(databaseUrl: string | undefined, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql, values)
  await client.end()
}

/** A notice stands at the end of what is shown, and its button reads the next page. */
async function expectSecondTry(page: Page, allow: () => Promise<void>): Promise<void> {
  const notice = page.getByRole('alert').filter({ hasText: 'The next entries could not be loaded' })
  await expect(notice).toContainText('The service did not answer.', { timeout: 20_000 })
  await allow()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toHaveCount(0)
}

test('a further page of the chats that cannot be read says so below those that are shown', async ({
  page,
}) => {
  const { sessionId } = await createChatWith(page, model.baseUrl)
  await fillChats(sessionId, 120)
  const allow = await refuseFurtherPages(page, 'session.list')
  await page.goto('/chats')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Chat number 1 / })).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'The next entries could not be loaded' })
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(notice).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(main.getByRole('link', { name: /^Chat number 4\d / }).first()).toBeVisible()
  await expectSecondTry(page, allow)
  const last = main.getByRole('link', { name: /^Chat number 119 / })
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a further page of deliveries that cannot be read says so below those that are shown', async ({
  page,
}) => {
  await signInWithoutPage(page)
  const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = receiver.address() as AddressInfo
  const input = { url: `http://127.0.0.1:${port}/hook`, name: 'Night shift', events: ['run.ended'] }
  const { webhook } = await call<{ webhook: { webhook_id: string } }>(page, 'webhook.create', { input })
  await fill(
    process.env.PARLEY_E2E_DATABASE_URL,
    `insert into webhook_deliveries (webhook_id, event, data, status, attempts, reply_status)
     select $1, 'webhook.test', '{}', 'failed', n, 500 from generate_series(1, 60) as n`,
    [webhook.webhook_id],
  )
  await page.goto('/settings/webhooks')
  const card = page.getByRole('region', { name: 'Night shift' })
  await card.getByRole('button', { name: 'Deliveries' }).click()
  const rows = card.getByRole('row')
  await expect(rows).toHaveCount(51)
  const allow = await refuseFurtherPages(page, 'webhook.listDeliveries')
  await card.getByRole('button', { name: 'Show older deliveries' }).click()
  await expect(card.getByRole('alert')).toBeVisible({ timeout: 20_000 })
  await expect(rows).toHaveCount(51)
  await expectSecondTry(page, allow)
  await expect(rows).toHaveCount(61)
  receiver.closeAllConnections()
  receiver.close()
})

test.describe('of an administrator', () => {
  let service: Service
  test.beforeAll(async () => {
    service = await startService({ PARLEY_ADMIT: 'invite' })
  })
  test.afterAll(() => service.stop())

  test('further pages of people and of events that cannot be read say so below those that are shown', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.goto(readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim())
    await page.getByRole('button', { name: 'Start now, no password' }).click()
    await expect(page).toHaveURL(/\/chats$/)
    await fill(service.databaseUrl, 'insert into users (role) select $1 from generate_series(1, 59)', [
      'member',
    ])
    for (let made = 0; made < 60; made++)
      await call(page, 'invitation.create', { input: { note: `N${made}` } })
    for (const [name, procedure, shown] of [
      ['people', 'user.list', 51],
      ['events', 'event.list', 51],
    ] as const) {
      await page.goto(`${service.origin}/administration/${name}`)
      const rows = page.getByRole('main').getByRole('table').first().getByRole('row')
      await expect(rows).toHaveCount(shown)
      const allow = await refuseFurtherPages(page, procedure)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(rows).toHaveCount(shown)
      await expectSecondTry(page, allow)
      await expect.poll(() => rows.count()).toBeGreaterThan(shown)
    }
  })
})
