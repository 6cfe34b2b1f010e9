import { describe, expect, test } from 'vitest'
import { play } from './testing/play-tools.ts'
import { sampleTables } from './testing/sample-tables.ts'

const table = (name: string) => sampleTables().find((entry) => entry.name === name)
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the questions of the documentation', () => {
  test('Seattle by month: twelve right averages, a line chart by step number, four moves', () => {
    const played = play(
      'What was the average maximum temperature in Seattle by month? Show it as a line chart.',
    )
    const byMonth = Map.groupBy(table('seattle.weather')?.rows ?? [], ([date]) =>
      Number(String(date).slice(5, 7)),
    )
    const expected = [...byMonth].map(([, rows]) => average(rows.map((row) => Number(row[2]))))
    expect(played.rows.map((row) => row.month)[0]).toBe('January')
    expect(played.rows).toHaveLength(12)
    for (const [at, row] of played.rows.entries())
      expect(row.average_temp_max).toBeCloseTo(expected[at] ?? 0, 2)
    expect(played.called).toEqual(['find_metadata', 'execute_sql', 'create_graph'])
    expect(played.charts).toMatchObject([
      { sql_results: '2', mark: { type: 'line' }, title: 'Average maximum temperature by month' },
    ])
    expect(played.charts[0]).toMatchObject({
      encoding: {
        x: { field: 'month', type: 'ordinal', sort: null },
        y: { field: 'average_temp_max', type: 'quantitative', title: 'average maximum temperature (°C)' },
      },
    })
    expect(played.answer).toContain('highest 26.11 °C (August), lowest 8.19 °C (December)')
  })

  test('the five movies that earned most', () => {
    const { answer, sql } = play('Which 5 movies earned most worldwide?')
    expect(sql).toEqual([
      'SELECT "Title", "Worldwide Gross" AS worldwide_gross FROM movies.movies WHERE "Worldwide Gross" IS NOT NULL ORDER BY worldwide_gross DESC, 1 LIMIT 5',
    ])
    expect(answer).toContain('1. Avatar: 2,767,891,499')
    expect(answer).toContain('5. Toy Story 3: 1,046,340,665')
  })

  test('the price of a share: a development with its ends and a line', () => {
    const { answer, charts } = play('How did the price of AAPL develop?')
    expect(answer).toContain('from 25.94 (2000-01) to 223.02 (2010-03), up 760 %')
    expect(charts).toMatchObject([{ mark: { type: 'line' }, encoding: { x: { timeUnit: 'utcyearmonth' } } }])
  })

  test('the validator with the highest total stake, its share, and the top five drawn', () => {
    const question =
      'Which active validator has the highest total stake, and what share of all stake is that? Draw the top five.'
    const { answer, rows, charts } = play(question)
    expect(answer).toContain('**NodeID-B** has the highest total stake (active): 6,000 CHN, 50 % of all.')
    expect(rows.map((row) => row.node_id)).toEqual(['NodeID-B', 'NodeID-A', 'NodeID-D'])
    expect(charts).toMatchObject([{ mark: { type: 'bar' }, encoding: { x: { field: 'node_id' } } }])
  })
})

describe('kinds of questions', () => {
  test.each<[string, string]>([
    ['How many cars are there?', 'The number of cars is 406'],
    ['How many cars are there per origin?', 'highest 254 (USA), lowest 73 (Europe)'],
    ['Which origin has the most cars?', '**USA** has the highest number of cars: 254'],
    ['How many cars have 8 cylinders?', 'is 108'],
    ['How many different origins are there?', 'is 3'],
    ['What is the average horsepower by cylinders?', 'highest 158.45 (8), lowest 78.47 (4)'],
    ['What is the average miles per gallon of Japanese cars?', 'is 30.45'],
    [
      'Compare the average horsepower of European and Japanese cars',
      'highest 81 (Europe), lowest 79.84 (Japan)',
    ],
    ['List the 10 most powerful cars', '1. pontiac grand prix: 230'],
    ['What percentage of cars are from Europe?', '17.98 %: for Europe, 73 of 406'],
    [
      'Which country had the highest life expectancy in 2005?',
      '**Japan** has the highest life expectancy in 2005: 82.5',
    ],
    [
      'Which country had the lowest fertility in 2000?',
      '**Hong Kong, China** has the lowest fertility in 2000: 1.03',
    ],
    ['What is the population of China?', 'is 1,304,887,562 (2005)'],
    ['How many movies have an IMDB rating above 8?', 'with IMDB rating over 8 is 157'],
    ['Which director made the most movies?', '**Steven Spielberg** has the highest number of movies: 23'],
    ['What is the IMDB rating of Avatar?', 'The IMDB rating for Avatar is 8.3 (release date 2009-12-18)'],
    ['What is the total worldwide gross of movies directed by Steven Spielberg?', 'is 8,544,073,056'],
    ['How many movies were released in 1999?', 'in 1999 is 176'],
    ['How many rainy days were there in Seattle in 2012?', 'is 191'],
    ['What was the hottest day in Seattle?', '**2014-08-11** has the highest maximum temperature: 35.6 °C'],
    [
      'Which month had the most rain in Seattle?',
      '**November** has the highest total precipitation: 642.5 mm',
    ],
    ['What is the lowest temperature ever recorded in Seattle?', 'is -7.1 °C'],
    ['How many days had more than 20 mm of precipitation?', 'is 51'],
    ['Which stock had the highest price?', '**GOOG** has the highest price: 707. Next: AAPL (223.02)'],
    ['How many validators are inactive?', 'is 1'],
    ['What share of all stake does NodeID-A have?', '41.67 %'],
    [
      'Which validator has the largest delegated amount?',
      '**NodeID-B** has the highest delegated amount: 2,500 CHN',
    ],
    ['What is the total stake of all validators?', 'is 12,000 CHN'],
    ['How many delegations are there?', 'is 2'],
    ['What is the total amount of the delegations?', 'is 3,500 CHN'],
    ['How many movies have no director?', 'without director is 1,331'],
    ['How many rows are in seattle.weather?', 'is 1,461'],
    ['SELECT count(*) AS n FROM cars.cars', '| 406 |'],
    ['How many cars are from Zamunda?', 'I found no rows for "Zamunda" in cars.cars'],
  ])('%s', (question, expected) => {
    expect(play(question).answer).toContain(expected)
  })
})
