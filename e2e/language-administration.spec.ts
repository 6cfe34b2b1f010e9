import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ZH_HANS as TEXTS } from '../apps/web/src/console/frame/translations/zh-hans.ts'
import { expectChinese } from './journey/expect-chinese.ts'
import { expect, test } from './journey/test.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
test.beforeAll(async () => {
  service = await startService({ PARLEY_ADMIT: 'invite' })
})
test.afterAll(() => service.stop())
test.use({ locale: 'zh-CN' })

const PAGES = ['people', 'invitations', 'usage', 'events', 'health']

test('invitations, every page of the administration and the receipt of an erasure are Chinese', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const { browserWallet, invitation } = TEXTS.signIn
  await page.goto(readFileSync(path.join(service.dataDirectory, 'setup-link'), 'utf8').trim())
  await expect(page.getByText(invitation.administrator)).toBeVisible()
  await expectChinese(page)
  await page.getByRole('button', { name: browserWallet.create }).click()
  await expect(page).toHaveURL(/\/chats$/)

  await page.goto(`${service.origin}/administration/invitations`)
  await page.getByRole('button', { name: TEXTS.invitation.create }).first().click()
  await expectChinese(page)
  await page.getByLabel(TEXTS.invitation.note).fill('Maria')
  await page.getByRole('button', { name: TEXTS.invitation.createButton }).click()
  const link = (await page.getByText(`${service.origin}/invitation#`).textContent()) ?? ''
  await expectChinese(page)

  const context = await browser.newContext({ locale: 'zh-CN' })
  const guest = await context.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(invitation.title)
  await expectChinese(guest)
  await guest.getByRole('button', { name: browserWallet.create }).click()
  await expect(guest).toHaveURL(/\/chats$/)

  for (const name of PAGES) {
    await page.goto(`${service.origin}/administration/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
    await expectChinese(page)
  }

  await guest.goto(`${service.origin}/settings/account`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(TEXTS.account.title)
  await expectChinese(guest)
  await guest.getByRole('button', { name: TEXTS.account.erase }).click()
  await expectChinese(guest)
  const field = guest.getByLabel(TEXTS.account.eraseConfirm)
  await field.fill(
    (await guest
      .getByText(/^0x[0-9a-fA-F]{40}$/)
      .last()
      .textContent()) ?? '',
  )
  await guest.getByRole('button', { name: TEXTS.account.eraseNow }).click()
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(TEXTS.erasure.done, { timeout: 30_000 })
  await expectChinese(guest)
  await context.close()
})
