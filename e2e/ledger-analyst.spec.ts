import type { Page } from '@playwright/test'
import { call } from './journey/call.ts'
import { signIn, signInWithoutPage } from './journey/sign-in.ts'
import { expect, test } from './journey/test.ts'
import { writeSql } from './journey/write-sql.ts'

type Entry = { nodeID: string; isActive: boolean; stakedAmount: number; delegatedAmount: number }

/** Returns the expected answer from the network's data: the leader, its stake, and the next validators. */
async function readNetwork(page: Page) {
  const body = { jsonrpc: '2.0', id: 1, method: 'chainvm.allValidators' }
  const reply = await page.request.post('/api/chainapi', { data: body })
  const { validators }: { validators: Entry[] } = (await reply.json()).result
  const active = validators
    .filter(({ isActive }) => isActive)
    // In whole tokens: a double represents the stakes of the default network exactly.
    .map(({ nodeID, stakedAmount, delegatedAmount }) => ({
      nodeID,
      stake: (stakedAmount + delegatedAmount) / 1e9,
    }))
    .sort((a, b) => b.stake - a.stake)
  const all = active.reduce((sum, { stake }) => sum + stake, 0)
  const [first = { nodeID: '', stake: 0 }] = active
  return { active, first, share: ((first.stake / all) * 100).toFixed(2) }
}

test('the ledger analyst names the leading validator and its share, and draws the leaders', async ({
  page,
}) => {
  await signIn(page)
  const { active, first, share } = await readNetwork(page)
  await page.getByRole('button', { name: 'Try the ledger analyst' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Your question')).toHaveValue(
    'Which active validator has the highest total stake, and what share of all stake is that? Draw the top five.',
  )
  await page.getByRole('button', { name: 'Send' }).click()

  const chart = page.getByRole('figure', { name: 'Total stake (active)' })
  await expect(chart.locator('svg.marks')).toBeVisible({ timeout: 30_000 })
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText(
    `${first.nodeID} has the highest total stake (active): ${first.stake.toLocaleString('en-US')} CHN, ${share} % of all.`,
  )
  for (const { nodeID } of active.slice(1, 5)) await expect(answer).toContainText(nodeID)
  // A bar for each of the leaders, the first one the largest.
  const areas = await chart
    .locator('.mark-rect.role-mark path')
    .evaluateAll((bars) =>
      bars.map((bar) => bar.getBoundingClientRect()).map(({ width, height }) => width * height),
    )
  expect(areas).toHaveLength(Math.min(5, active.length))
  expect(areas).toEqual(areas.toSorted((a, b) => b - a))
  expect((areas[1] ?? 0) / (areas[0] ?? 1)).toBeCloseTo((active[1]?.stake ?? 0) / first.stake, 1)

  await page.getByRole('button', { name: 'How it got there' }).click()
  await page.getByRole('link', { name: 'Open the full run' }).click()
  await expect(page.getByText(/FROM ledger\.validators WHERE is_active/)).toBeVisible()
})

test('the ledger page opens the same analyst, which is created once', async ({ page }) => {
  await signInWithoutPage(page)
  for (const _time of ['first', 'second']) {
    await page.goto('/ledger')
    await page.getByRole('button', { name: 'Ask about the ledger' }).click()
    await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  }
  await page.goto('/agents')
  await expect(page.getByRole('link', { name: /Ledger analyst/ })).toHaveCount(1)
})

test('an analyst without chosen data sources gets the ledger when it is used again', async ({ page }) => {
  await signIn(page, '/ledger')
  await page.getByRole('button', { name: 'Ask about the ledger' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  type Listed = { agents: { id: string }[] }
  type Chosen = { data_source_ids: string[] | null }
  const { agents } = await call<Listed>(page, 'agent.list', { kind: 'query' })
  const agent_id = agents[0]?.id
  const { data_source_ids: first } = await call<Chosen>(page, 'agent.get', {
    kind: 'query',
    input: { agent_id },
  })
  expect(first).toHaveLength(1)
  await call(page, 'agent.update', { input: { agent_id, data_source_ids: null } })
  await page.goto('/ledger')
  await page.getByRole('button', { name: 'Ask about the ledger' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  const { data_source_ids: again } = await call<Chosen>(page, 'agent.get', {
    kind: 'query',
    input: { agent_id },
  })
  expect(again).toEqual(first)
})

test('a validator shows its stake over time', async ({ page }) => {
  await signInWithoutPage(page)
  const { first } = await readNetwork(page)
  await page.goto(`/ledger/validators/${first.nodeID}`)
  const history = page.getByRole('table', { name: 'Stake over time' })
  await expect(history.getByRole('row').nth(1)).toContainText(first.stake.toLocaleString('en-US'))
  // The default script: its own stake, then two delegations.
  await expect(history.getByRole('row').last()).toContainText('12,000,000 CHN0 CHN12,000,000 CHN')
  await page.getByText('smallest unit').click()
  await expect(history.getByRole('row').last()).toContainText('12,000,000,000,000,000')
})

test('the ledger is one of the data sources, is read with SQL, and cannot be changed', async ({ page }) => {
  await signIn(page, '/sources')
  await expect(page.getByRole('link', { name: /^ledger/ })).toBeVisible()
  await expect(page.getByText('You have not added data yet')).toBeHidden()
  await page.getByRole('link', { name: /^ledger/ }).click()
  await expect(page.getByText('It holds every block since the network began.')).toBeVisible()
  await expect(page.getByText('Available to all users, always up to date')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Own and delegated stake together, in CHN.' })).toBeVisible()
  for (const name of ['Delete', 'Describe', 'Refresh'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()

  await page.goto('/sources/sql')
  await writeSql(page, 'SELECT node_id, total_stake FROM ledger.validators ORDER BY total_stake DESC')
  await page.keyboard.press('Control+Enter')
  const { first } = await readNetwork(page)
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('row').nth(1)).toContainText(first.nodeID)
})
