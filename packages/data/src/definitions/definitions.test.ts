import type { Definition, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectMusicShop, NO_NETWORK } from '../testing/music-shop.ts'
import { startComputing } from '../testing/start-computing.ts'
import { connectSamples, openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'
import { expandMetrics } from './expand-metrics.ts'
import { findDefinitions } from './find-definitions.ts'

let workshop: Workshop
let run: ToolRun
beforeAll(async () => {
  workshop = await openWorkshop()
  const music = await connectMusicShop(workshop, { ownerId: 'ann' })
  const samples = await connectSamples(workshop, { ownerId: 'ann', names: ['movies'] })
  const sources: QueryableSource[] = [music, ...samples]
  run = startRun(workshop, { ownerId: 'ann', sources, definitions: DEFINITIONS, egress: NO_NETWORK })
})
afterAll(() => workshop.close())

function definition(fields: Pick<Definition, 'kind' | 'name'> & Partial<Definition>): Definition {
  const nothing = { synonyms: [], text: '', expression: '', table: '', condition: '', dimensions: [] }
  const rest = {
    timeColumn: '',
    unit: '',
    dataSourceIds: [],
    verifiedAt: '2026-11-22T10:00:00',
    problem: null,
  }
  return { id: fields.name, ...nothing, ...rest, ...fields }
}

const REVENUE = definition({
  kind: 'metric',
  name: 'revenue',
  synonyms: ['turnover'],
  expression: 'sum(paid)',
  table: 'SELECT o.*, c.country FROM music.orders o JOIN music.customers c ON c.id = o.customer_id',
  condition: 'paid > 0',
  dimensions: [{ name: 'country' }, { name: 'has_day', expression: 'day IS NOT NULL' }],
  unit: 'EUR',
})
const GROSS = definition({
  kind: 'metric',
  name: 'gross',
  expression: 'sum(Worldwide_Gross)',
  table: 'movies.movies',
  dimensions: [{ name: 'Major_Genre' }],
})
const ACTIVE = definition({
  kind: 'term',
  name: 'active customer',
  synonyms: ['regular'],
  text: 'Has bought something.',
  expression: 'id IN (SELECT customer_id FROM music.orders)',
  table: 'music.customers',
})
const BIGGEST = definition({
  kind: 'question',
  name: 'Which customers paid the most?',
  expression:
    'SELECT customer_id, sum(paid) AS paid FROM music.orders GROUP BY customer_id ORDER BY paid DESC',
})
const DEFINITIONS = [REVENUE, GROSS, ACTIVE, BIGGEST]

describe('a metric in a statement', () => {
  test.each([
    ['SELECT revenue FROM metric.revenue', [{ revenue: 80 }]],
    [
      'SELECT country, revenue FROM metric.revenue ORDER BY revenue DESC',
      [
        { country: 'Norway', revenue: 72 },
        { country: 'Sweden', revenue: 8 },
      ],
    ],
    ["SELECT revenue FROM metric.revenue WHERE country = 'Norway'", [{ revenue: 72 }]],
    [
      "SELECT r.country, sum(r.revenue) AS r FROM metric.revenue AS r WHERE r.country IN ('Norway', 'Sweden') AND r.has_day GROUP BY r.country",
      [{ country: 'Norway', r: 72 }],
    ],
    ['SELECT country FROM metric.revenue WHERE revenue > 10', [{ country: 'Norway' }]],
    ['SELECT count(*) AS n FROM (SELECT * FROM metric.revenue)', [{ n: 2 }]],
    [
      'WITH r AS (SELECT country, revenue FROM metric.revenue) SELECT count(*) AS n FROM r JOIN music.customers c ON c.country = r.country',
      [{ n: 3 }],
    ],
  ])('is computed by its definition: %s', async (generated_sql, rows) => {
    const { output } = await run.call('execute_sql', { generated_sql })
    expect({ rows: output.rows, error: output.error }).toEqual({ rows, error: undefined })
    expect(output.notes).toContainEqual(
      'By your definition of revenue: sum(paid) of a saved SELECT in EUR, verified on 2026-11-22.',
    )
  })

  test('is computed over files too', async () => {
    const generated_sql = "SELECT gross FROM metric.gross WHERE Major_Genre = 'Western'"
    const plain = "SELECT sum(Worldwide_Gross) AS gross FROM movies.movies WHERE Major_Genre = 'Western'"
    const { output } = await run.call('execute_sql', { generated_sql })
    expect(output.rows).toEqual((await run.call('execute_sql', { generated_sql: plain })).output.rows)
  })

  test.each([
    ['SELECT * FROM metric.revenu', 'There is no metric revenu; the metrics are metric.revenue.'],
    [
      'SELECT * FROM metric.revenue r JOIN music.customers c ON c.country = r.country',
      'Read metric.revenue alone in its FROM clause; join its rows in a SELECT around it, or with WITH.',
    ],
    [
      'SELECT revenue FROM metric.revenue WHERE country IN (SELECT country FROM metric.revenue)',
      'A metric cannot be read inside a condition on another metric; read it with WITH first.',
    ],
  ])('is refused in a sentence: %s', async (generated_sql, error) => {
    expect((await run.call('execute_sql', { generated_sql })).output).toEqual({ error })
  })

  test("of another user's is unknown", async () => {
    const eve = startRun(workshop, { ownerId: 'eve', sources: [], egress: NO_NETWORK })
    expect((await eve.call('execute_sql', { generated_sql: 'SELECT * FROM metric.revenue' })).output).toEqual(
      {
        error: 'There is no metric revenue: no metric is defined for these data sources.',
      },
    )
  })

  test('is expanded in a bounded time in a statement of any form', () => {
    const computedMs = startComputing()
    for (const piece of ['(', 'SELECT * FROM metric.revenue WHERE ', 'metric.revenue, ', 'x AND '])
      expandMetrics(`SELECT * FROM metric.revenue WHERE ${piece.repeat(90_000 / piece.length)}`, DEFINITIONS)
    // This limit detects a freeze.
    expect(computedMs()).toBeLessThan(5000)
  })
})

describe('find_metadata', () => {
  test.each([
    ['How many active customers are there?', { term: 'active customer', table: 'music.customers' }],
    ['Who are our regulars?', { term: 'active customer' }],
    [
      'What was the turnover by country?',
      { metric: 'metric.revenue', columns: ['country', 'has_day', 'revenue'] },
    ],
    ['Which customer paid most?', { question: 'Which customers paid the most?', is_same: true }],
  ])('returns the definition that %s needs', async (user_question, expected) => {
    const { output, content } = await run.call('find_metadata', { user_question })
    expect(Object(output.definitions)[0]).toMatchObject(expected)
    expect(content.length).toBeLessThan(9000)
  })

  test.each(['How many movies are there?', 'What is a customer?', 'Which movies earned the most in 2004?'])(
    'returns no definition that does not fit: %s',
    async (user_question) => {
      const { output } = await run.call('find_metadata', { user_question })
      expect(output.definitions).toBeUndefined()
    },
  )

  const MOST_TRACKS = 'GROUP BY g.id, g.name ORDER BY count(*) DESC LIMIT 1'
  test.each([
    [
      'tells what is wanted',
      'Which genre name has the largest number of tracks?',
      `SELECT g.name FROM genres g JOIN tracks t ON t.genre = g.id ${MOST_TRACKS}`,
      {
        'Find the code and the name of the genre with the most tracks.': `SELECT g.id, g.name FROM genres g JOIN tracks t ON t.genre = g.id ${MOST_TRACKS}`,
        'What are the different genre names?': 'SELECT DISTINCT name FROM genres',
        'Return the name of the genre that the most tracks belong to.': `SELECT g.name FROM genres g JOIN tracks t ON t.genre = g.id ${MOST_TRACKS}`,
      },
    ],
    [
      'tells what is counted',
      'Find the number of distinct country codes of all players.',
      'SELECT count(DISTINCT country) FROM players',
      {
        'What is the code of the country with the most players?':
          'SELECT country FROM players GROUP BY country ORDER BY count(*) DESC LIMIT 1',
        'How many distinct countries do players come from?': 'SELECT count(DISTINCT country) FROM players',
      },
    ],
  ])('%s among verified questions with the same words', async (_what, user_question, statement, known) => {
    const definitions = Object.entries(known).map(([name, expression]) =>
      definition({ kind: 'question', name, expression }),
    )
    const { output } = await startRun(workshop, { ownerId: 'ann', sources: [], definitions }).call(
      'find_metadata',
      { user_question },
    )
    expect(Object(output.definitions)[0]).toMatchObject({ statement })
  })

  test('does not take a question about another year for the same', () => {
    const asked = definition({
      kind: 'question',
      name: 'How many orders were there in 2023?',
      expression: 'SELECT 1',
    })
    const [found] = findDefinitions('How many orders were there in 2024?', [asked])
    expect(found?.isSame).toBe(false)
  })
})

test('says that a statement is that of a verified question', async () => {
  const { output } = await run.call('execute_sql', { generated_sql: `${BIGGEST.expression};` })
  expect(output.notes).toContainEqual(
    'This is the statement of your verified question "Which customers paid the most?", verified on 2026-11-22.',
  )
})
