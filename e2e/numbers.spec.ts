import type { Page } from '@playwright/test'
import QUESTIONS from '../apps/web/src/testing/demo-questions.json' with { type: 'json' }
import { ORDERS } from '../apps/web/src/testing/orders.ts'
import { expect, test } from './journey/test.ts'
import { openSampleWorkspace } from './journey/workspace.ts'

/** What is asked of the data sets and of the file. The values of the answers stand in `demo-questions.json`. */
const ASKED = [
  'How many orders were cancelled?',
  'Which customer has the highest total net amount?',
  'What is the median net amount?',
  'What share of the net amount comes from Germany?',
  'How many cars are there per origin?',
  'What is the average horsepower by cylinders?',
  'Compare the average horsepower of European and Japanese cars',
  'List the 10 most powerful cars',
  'What percentage of American cars have 8 cylinders?',
  'Which country had the lowest fertility in 2000?',
  'What is the population of China?',
  'How did the life expectancy of India develop?',
  'Which director made the most movies?',
  'What is the total worldwide gross of movies directed by Steven Spielberg?',
  'How many movies have no director?',
  'Which 5 movies earned most worldwide?',
  'How many rainy days were there in Seattle in 2012?',
  'Which month had the most rain in Seattle?',
  'What is the lowest temperature ever recorded in Seattle?',
  'Which stock had the highest price?',
  'How did the price of AAPL develop?',
]

/** Questions about the ledger, and how each value is calculated from what the network itself says. */
const OF_THE_LEDGER: readonly (readonly [question: string, read: (network: Network) => string])[] = [
  ['How many validators are there?', ({ validators }) => String(validators.length)],
  [
    'How many validators are active?',
    ({ validators }) => String(validators.filter(({ isActive }) => isActive).length),
  ],
  ['Which validator has the highest total stake?', ({ leader }) => leader],
  [
    'What is the total stake of all validators?',
    ({ validators }) => stakeOf(validators).toLocaleString('en'),
  ],
]

type Entry = { nodeID: string; isActive: boolean; stakedAmount: number; delegatedAmount: number }
type Network = { readonly validators: readonly Entry[]; readonly leader: string }

test('twenty-five questions about data sets, an own file and the ledger show the very values of the data', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openSampleWorkspace(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  const file = { name: 'orders_2024.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) }
  await (await chooser).setFiles(file)
  await expect(page.getByText('10 rows')).toBeVisible()
  await askAll(page, ofTheData())

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ledger' }).click()
  await page.getByRole('button', { name: 'Ask about the ledger' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('article')).toHaveCount(0)
  const network = await readNetwork(page)
  await askAll(
    page,
    OF_THE_LEDGER.map(([question, read]) => ({ question, values: [read(network)] })),
  )
})

type Asked = { readonly question: string; readonly values: readonly string[] }

/** The questions about the file come first, because the first question takes the added file. */
function ofTheData(): Asked[] {
  const all = Object.values(QUESTIONS).flat()
  return ASKED.map((question) => {
    const values = all.find((one) => one.question === question)?.values
    if (!values) throw new Error(`demo-questions.json has no values for "${question}".`)
    return { question, values }
  })
}

/** Asks all questions at once, so that they wait for one another, and reads the values in the answers. */
async function askAll(page: Page, asked: readonly Asked[]): Promise<void> {
  const composer = page.getByLabel('Your question')
  for (const { question } of asked) {
    await composer.fill(question)
    await composer.press('Enter')
    await expect(composer).toHaveValue('')
  }
  const articles = page.getByRole('article')
  for (const [place, { question, values }] of asked.entries()) {
    // Each answer follows its question.
    await expect(articles.nth(2 * place)).toContainText(question, { timeout: 60_000 })
    const answer = articles.nth(2 * place + 1)
    await expect(answer, question).toContainText(/How it got there/, { timeout: 60_000 })
    for (const value of values) await expect.soft(answer, question).toContainText(whole(value))
  }
  await expect(articles).toHaveCount(2 * asked.length)
  await expect(page.getByText('This answer failed')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Waiting questions' })).toBeHidden()
}

async function readNetwork(page: Page): Promise<Network> {
  const body = { jsonrpc: '2.0', id: 1, method: 'chainvm.allValidators' }
  const reply = await page.request.post('/api/chainapi', { data: body })
  const { validators }: { validators: Entry[] } = (await reply.json()).result
  const [leader] = validators.toSorted((a, b) => stakeOf([b]) - stakeOf([a]))
  return { validators, leader: leader?.nodeID ?? '' }
}

/** In whole tokens: a double represents the stakes of the default network exactly. */
function stakeOf(validators: readonly Entry[]): number {
  return (
    validators.reduce((sum, { stakedAmount, delegatedAmount }) => sum + stakedAmount + delegatedAmount, 0) /
    1e9
  )
}

/** A value that is not a part of a longer number. */
function whole(value: string): RegExp {
  return new RegExp(`(?<![\\d.,])${value.trim().replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')}(?!\\d|[.,]\\d)`)
}
