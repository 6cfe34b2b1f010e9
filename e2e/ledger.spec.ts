import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './journey/sideways-scroll.ts'
import { signIn, signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { LARGEST, UNSTAKED } from './journey/validators.ts'

const WRONG_CHECKSUM = '11111111111111111111111111111111LpoYZ'
const UNKNOWN_ID = '11111111111111111111111111111111LpoYY'
const UNKNOWN_ASSET = 'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU'

test('the overview follows the network block by block, in the chosen unit', async ({ page }) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Ledger' }).click()
  await expect(page.getByRole('heading', { name: 'Ledger', level: 1 })).toBeVisible()
  const height = page.getByRole('region', { name: 'Height' })
  await expect(height).toContainText(/^Height\d+(,\d{3})+/)
  const before = await height.textContent()
  await expect(height).not.toHaveText(before ?? '')
  await expect(page.getByText(/^Block \d+(,\d{3})+ · live$/)).toBeVisible()

  // The countdown falls block by block, and begins again after an epoch of ten blocks.
  const left = async () => Number(/next epoch in (\d+) blocks?/.exec((await height.textContent()) ?? '')?.[1])
  const shown = await left()
  expect(shown).toBeGreaterThanOrEqual(1)
  expect(shown).toBeLessThanOrEqual(10)
  await expect.poll(async () => ((await left()) - shown + 10) % 10).toBeGreaterThan(0)

  const table = page.getByRole('table', { name: 'Validators' })
  await expect(table.getByRole('row')).toHaveCount(6)
  const [, first] = await table.getByRole('row').all()
  await expect(first ?? table).toContainText('Active12,000,000 CHN195,000 CHN12,195,000 CHN')
  await page.getByText('smallest unit').click()
  await expect(first ?? table).toContainText('12,195,000,000,000,000')
  await page.reload()
  await expect(first ?? table).toContainText('12,195,000,000,000,000')
  await page.getByText('CHN', { exact: true }).click()

  const header = table.getByRole('columnheader', { name: 'Sort by Total stake' })
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('row').last()).toContainText('12,195,000 CHN')
  await page.getByText('Not staked', { exact: true }).first().click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('link', { name: UNSTAKED })).toBeVisible()
})

test('an exact amount stands in one line inside its card, on every width and with wider letters', async ({
  page,
}) => {
  await signInWithoutPage(page)
  await page.route('**/api/chainapi/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(?<="totalSupply"\s*:\s*)\d+/, '853999999999999999')
    await route.fulfill({ response, body })
  })
  await page.goto('/ledger')
  const supply = page.getByRole('region', { name: 'Total supply' })
  await expect(supply).toContainText(/^Total supply853,999,999\.999999999 CHN/)
  for (const font of ['sans-serif', 'monospace']) {
    await page.evaluate(
      (family) => document.documentElement.style.setProperty('--mantine-font-family', family),
      font,
    )
    for (const width of [360, 480, 640, 768, 992, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const lines = await supply
        .getByText(/^853,/)
        .evaluate(
          (amount) => new Set([...amount.getClientRects()].map(({ bottom }) => Math.round(bottom))).size,
        )
      const overflow = await supply.evaluate((card) => card.scrollWidth - card.clientWidth)
      expect.soft({ width, font, lines, overflow }).toEqual({ width, font, lines: 1, overflow: 0 })
      await expectNoSidewaysScroll(page)
    }
  }
  // The page asks on until it closes.
  await page.unrouteAll({ behavior: 'wait' })
})

test('reads stop while the page is hidden', async ({ page }) => {
  await signIn(page, '/ledger')
  await expect(page.getByText(/· live$/)).toBeVisible()
  await hide(page, true)
  // A read that began before the page was hidden may still end.
  await page.waitForTimeout(1000)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/chainapi')) calls++
  })
  await page.waitForTimeout(7000)
  expect(calls).toBe(0)
  await hide(page, false)
  await expect.poll(() => calls).toBeGreaterThan(0)
})

test('a validator shows its stake, its period, and what an address delegates to it', async ({ page }) => {
  await signIn(page, '/ledger')
  await page.getByRole('link', { name: LARGEST }).click()
  await expect(page).toHaveURL(`/ledger/validators/${LARGEST}`)
  await expect(page.getByRole('region', { name: 'Total stake' })).toContainText('12,195,000 CHN')
  await expect(page.getByRole('region', { name: 'Share of all stake' })).toContainText(/4\d\.\d+ %/)
  const registered = page.getByRole('region', { name: 'Registered stake' })
  await expect(registered).toContainText('40 to 10,400,000')
  await expect(registered).toContainText(/ends in about \d+ days/)

  const delegation = page.getByRole('region', { name: 'Look up a delegation' })
  const owner = (await registered.getByRole('link').first().textContent()) ?? ''
  await delegation.getByLabel('Address').fill(owner)
  await delegation.getByRole('button', { name: 'Look up' }).click()
  await expect(delegation).toContainText('This address has no delegation to this validator.')

  await page.goto(`/ledger/validators/${UNSTAKED}`)
  await expect(page.getByText('This validator has no registered stake at the moment.')).toBeVisible()
  await page.goto('/ledger/validators/NodeID-nonsense')
  await expect(
    page.getByText('"NodeID-nonsense" is not a node id (NodeID-…): its form or its checksum is wrong.'),
  ).toBeVisible()
})

test('look-ups validate their fields first, and every error is a sentence', async ({ page }) => {
  await signIn(page, '/ledger/look-up')
  const transaction = page.getByRole('region', { name: 'Transaction' })
  await transaction.getByRole('button', { name: 'Look up' }).click()
  await expect(transaction).toContainText('Enter something to look up.')
  await transaction.getByLabel('Transaction id').fill(WRONG_CHECKSUM)
  await expect(transaction).toContainText(
    `"${WRONG_CHECKSUM}" is not a transaction id: its form or its checksum is wrong.`,
  )
  await transaction.getByLabel('Transaction id').fill(UNKNOWN_ID)
  await transaction.getByRole('button', { name: 'Look up' }).click()
  await expect(transaction).toContainText('The network has no transaction with this id.')

  const asset = page.getByRole('region', { name: 'Asset' })
  await asset.getByLabel('Asset id or symbol').fill('chn')
  await asset.getByRole('button', { name: 'Look up' }).click()
  await expect(asset).toContainText('852,999,990 CHN')
  await expect(asset).toContainText('none')
  await asset.getByLabel('Asset id or symbol').fill(UNKNOWN_ASSET)
  await asset.getByRole('button', { name: 'Look up' }).click()
  await expect(asset).toContainText('The network has no asset with this id.')

  const balance = page.getByRole('region', { name: 'Balance' })
  await balance.getByLabel('Address').fill('chain1abc')
  await balance.getByRole('button', { name: 'Look up' }).click()
  await expect(balance).toContainText('"chain1abc" is not an address')

  await page.goto('/ledger/genesis')
  await page.getByRole('table', { name: 'Initial allocation' }).getByRole('link').click()
  await expect(balance).toContainText('A valid address, of an ed25519 key.')
  await expect(balance).toContainText(/\d{3},\d{3},\d{3}\.\d+ CHN/)
  await balance.getByLabel('Address').fill('chain1abc')
  await balance.getByRole('button', { name: 'Look up' }).click()
  await expect(balance).toContainText('"chain1abc" is not an address')
  await expect(balance).not.toContainText(/\d CHN/)
})

test('one field finds every record, and the network is drawn over time', async ({ page }) => {
  await signIn(page, '/ledger')
  const search = page.getByRole('searchbox', { name: 'Find on the ledger' })
  await search.fill('hello')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is no address, transaction id')).toBeVisible()
  await search.fill(LARGEST)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/ledger/validators/${LARGEST}`)
  await expect(page).toHaveTitle(`${LARGEST} · Parley`)
  // Sets the title as Next.js does when the metadata of a page arrives after its record.
  await page.evaluate(() => {
    document.title = 'Validator · Parley'
  })
  await expect(page).toHaveTitle(`${LARGEST} · Parley`)
  await search.fill('chn')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Asset' })).toContainText('852,999,990 CHN')
  await search.fill('#1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/ledger/look-up?height=1')
  await expect(page.getByRole('region', { name: 'Block 1' })).toContainText('createAsset')

  await page.getByRole('link', { name: 'Over time' }).click()
  const supply = page.getByRole('region', { name: 'Total supply, in CHN' })
  await expect(supply.getByRole('tab', { name: 'Table' })).toBeVisible()
  await supply.getByRole('tab', { name: 'Table' }).click()
  await expect(supply.getByRole('columnheader', { name: 'supply' })).toBeVisible()
  await supply.getByRole('tab', { name: 'Chart' }).click()
  await expect(page.locator('figure svg.marks')).toHaveCount(4)
  const heights = await page
    .getByRole('figure')
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)))
  expect(heights[0]).toBe(heights[1])
  expect(heights[2]).toBe(heights[3])
})

test('the genesis is shown with units, and as the node sends it', async ({ page }) => {
  await signIn(page, '/ledger/genesis')
  const row = page.getByRole('row', { name: /minBlockGap/ })
  await expect(row).toContainText('100 ms')
  await expect(page.getByRole('row', { name: /maxSupply/ })).toContainText('10,000,000,000 CHN')
  await page.getByRole('button', { name: 'Raw JSON' }).click()
  await expect(page.getByText('10000000000000000000')).toBeVisible()
})

test('a node that does not reply gives an error sentence, and can be retried', async ({ page }) => {
  await signInWithoutPage(page)
  await page.route('**/api/chainapi/**', (route) =>
    route.fulfill({
      json: {
        jsonrpc: '2.0',
        error: { code: -32001, message: 'The ledger node did not answer in time.', data: null },
        id: route.request().postDataJSON().id,
      },
    }),
  )
  await page.goto('/ledger')
  await expect(page.getByRole('alert').first()).toContainText('The ledger node did not answer in time.')
  await page.unroute('**/api/chainapi/**')
  await expect(page.getByRole('region', { name: 'Height' })).toContainText(/^Height\d+(,\d{3})+/)
})

/** Hides the page, as another tab in front of it does. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}
