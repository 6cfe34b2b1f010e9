// Results of statements over the bundled samples and of a ledger network.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { currentHeight, openNetwork, readEmission } from '@parley/ledger-node'

/** @typedef {import('./corpus.mjs').Table} Table */

const DATA = path.join(path.dirname(fileURLToPath(import.meta.resolve('vega-datasets'))), '../data')

/** Each with the words and the unit of its measures. `wrong` is a unit that the column does not have. */
const STATEMENTS = [
  {
    name: 'weather by month',
    label: 'month',
    sql: `SELECT monthname(date) AS month, round(avg(temp_max), 2) AS temp_max, round(sum(precipitation), 1) AS precipitation_mm, count(*) FILTER (precipitation > 0) AS rainy FROM 'seattle-weather.csv' GROUP BY ALL ORDER BY min(month(date))`,
    measures: [
      ['temp_max', 'maximum temperature', ' °C', ''],
      ['precipitation_mm', 'precipitation', ' mm', ' cm'],
      ['rainy', 'number of rainy days', '', ''],
    ],
  },
  {
    name: 'weather by kind',
    label: 'weather',
    sql: `SELECT weather, count(*) AS number, avg(wind) AS wind, sum(precipitation) AS precipitation_mm FROM 'seattle-weather.csv' GROUP BY ALL ORDER BY ALL`,
    measures: [
      ['number', 'number of days', '', ''],
      ['wind', 'average wind', '', ''],
      ['precipitation_mm', 'precipitation', ' mm', ' kg'],
    ],
  },
  {
    name: 'penguins by species',
    label: 'Species',
    sql: `SELECT Species, avg("Body Mass (g)") AS body_mass_g, avg("Flipper Length (mm)") AS flipper_length_mm, count(*) AS count FROM 'penguins.json' GROUP BY ALL ORDER BY ALL`,
    measures: [
      ['body_mass_g', 'body mass', ' g', ' kg'],
      ['flipper_length_mm', 'flipper length', ' mm', ' cm'],
      ['count', 'count', '', ''],
    ],
  },
  {
    name: 'penguins by island and sex',
    label: 'place',
    sql: `SELECT Island || ' ' || lower(Sex) AS place, avg("Body Mass (g)") AS body_mass_g, count(*) AS n FROM 'penguins.json' WHERE Sex IN ('MALE', 'FEMALE') GROUP BY ALL ORDER BY ALL`,
    measures: [['body_mass_g', 'body mass', ' g', ' kg']],
  },
  {
    name: 'cars by origin',
    label: 'Origin',
    sql: `SELECT Origin, avg(Horsepower) AS horsepower, avg(Weight_in_lbs) AS weight_lbs, count(*) AS cars FROM 'cars.json' GROUP BY ALL ORDER BY ALL`,
    measures: [
      ['horsepower', 'horsepower', '', ''],
      ['weight_lbs', 'weight', ' lbs', ' kg'],
      ['cars', 'number of cars', '', ''],
    ],
  },
  {
    name: 'life expectancy by year',
    label: 'year',
    sql: `SELECT year, avg(life_expect) AS life_expectancy, sum(pop) AS population FROM 'gapminder.json' GROUP BY ALL ORDER BY ALL`,
    measures: [
      ['life_expectancy', 'life expectancy', '', ''],
      ['population', 'population', '', ''],
    ],
  },
  {
    name: 'countries in 2005',
    label: 'country',
    sql: `SELECT country, pop AS population, life_expect AS life_expectancy, fertility FROM 'gapminder.json' WHERE year = 2005 ORDER BY country`,
    measures: [
      ['population', 'population', '', ''],
      ['life_expectancy', 'life expectancy', '', ''],
    ],
  },
  {
    name: 'movies by genre',
    label: 'genre',
    sql: `SELECT "Major Genre" AS genre, sum("US Gross") AS gross_usd, avg("IMDB Rating") AS rating, count(*) AS movies FROM 'movies.json' WHERE "Major Genre" IS NOT NULL GROUP BY ALL ORDER BY ALL`,
    measures: [
      ['gross_usd', 'gross', ' USD', ' EUR'],
      ['movies', 'number of movies', '', ''],
    ],
  },
]

/** @returns {Promise<Table[]>} */
export async function openTables() {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(`SET file_search_path = '${DATA}'`)
  const tables = []
  for (const { sql, measures, ...table } of STATEMENTS) {
    const read = await connection.runAndReadAll(sql)
    tables.push({ ...table, rows: read.getRowObjectsJson(), measures: measures.map(toMeasure) })
  }
  connection.closeSync()
  return [...tables, ...(await openLedger())]
}

/** @param {string[]} measure */
function toMeasure([column = '', words = '', unit = '', wrong = '']) {
  return { column, words, unit, wrong }
}

/** The validators of the default ledger network, at a fixed time. @returns {Promise<Table[]>} */
async function openLedger() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'))
  try {
    const network = openNetwork({ folder, now: () => Date.UTC(2026, 10, 20) })
    const chain = network.chain()
    const { validators } = readEmission(chain, currentHeight(chain))
    const rows = [...validators.values()].map((validator, index) => ({
      validator: `Validator ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}${index * 7 + 3}`,
      staked_chn: Number(validator.stakedAmount) / 1e9,
      delegated_chn: Number(validator.delegatedAmount) / 1e9,
      start_block: validator.startBlock,
    }))
    const measures = [
      ['staked_chn', 'staked amount', ' CHN', ' EUR'],
      ['delegated_chn', 'delegated amount', ' CHN', ' EUR'],
    ].map(toMeasure)
    return [{ name: 'validators of the ledger', label: 'validator', rows, measures }]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
