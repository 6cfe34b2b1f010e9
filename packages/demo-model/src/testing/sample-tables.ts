import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export type SampleTable = {
  readonly name: string
  readonly description: string
  /** Column name to type and description. */
  readonly columns: Readonly<Record<string, readonly [type: string, description?: string]>>
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const require = createRequire(import.meta.url)
const folder = path.join(path.dirname(require.resolve('vega-datasets')), '../data')

/** Public data sets as tables, with their types as an engine would report them. */
export function sampleTables(): SampleTable[] {
  return [weather(), cars(), movies(), stocks(), gapminder(), validators(), stakes()]
}

function weather(): SampleTable {
  return fromCsv('seattle-weather.csv', {
    name: 'seattle.weather',
    description: 'Daily weather in Seattle, 2012 to 2015',
    columns: {
      date: ['DATE'],
      precipitation: ['DOUBLE', 'Precipitation in mm'],
      temp_max: ['DOUBLE', 'Daily maximum temperature in degrees Celsius'],
      temp_min: ['DOUBLE', 'Daily minimum temperature in degrees Celsius'],
      wind: ['DOUBLE', 'Wind speed in meters per second'],
      weather: ['VARCHAR'],
    },
  })
}

function stocks(): SampleTable {
  return fromCsv('stocks.csv', {
    name: 'stocks.stocks',
    description: 'Monthly share prices of five companies',
    columns: { symbol: ['VARCHAR'], date: ['VARCHAR'], price: ['DOUBLE'] },
  })
}

function cars(): SampleTable {
  return fromJson('cars.json', {
    name: 'cars.cars',
    description: 'Cars of 1970 to 1982 with technical data',
    columns: {
      Name: ['VARCHAR'],
      Miles_per_Gallon: ['DOUBLE'],
      Cylinders: ['BIGINT'],
      Horsepower: ['BIGINT'],
      Weight_in_lbs: ['BIGINT'],
      Year: ['DATE'],
      Origin: ['VARCHAR'],
    },
  })
}

function movies(): SampleTable {
  return fromJson('movies.json', {
    name: 'movies.movies',
    description: 'Films with gross, budget and ratings',
    columns: {
      Title: ['VARCHAR'],
      'US Gross': ['BIGINT'],
      'Worldwide Gross': ['BIGINT'],
      'Production Budget': ['BIGINT'],
      'Release Date': ['VARCHAR'],
      Distributor: ['VARCHAR'],
      'Major Genre': ['VARCHAR'],
      Director: ['VARCHAR'],
      'IMDB Rating': ['DOUBLE'],
    },
  })
}

function gapminder(): SampleTable {
  return fromJson('gapminder.json', {
    name: 'gapminder.gapminder',
    description: 'Health and population of countries, every five years',
    columns: {
      year: ['BIGINT'],
      country: ['VARCHAR'],
      pop: ['BIGINT'],
      life_expect: ['DOUBLE'],
      fertility: ['DOUBLE'],
    },
  })
}

function validators(): SampleTable {
  return {
    name: 'ledger.validators',
    description: 'Validators of the ledger network, active and inactive',
    columns: {
      node_id: ['VARCHAR'],
      is_active: ['BOOLEAN'],
      state: ['VARCHAR', 'active; registered: has a stake that is still to start; unstaked: has none.'],
      staked_amount: ['DECIMAL(29,9)', 'Its own stake, in CHN.'],
      delegated_amount: ['DECIMAL(29,9)', 'Stake that others delegate to it, in CHN.'],
      total_stake: ['DECIMAL(29,9)', 'Own and delegated stake together, in CHN.'],
      delegation_fee_rate: ['DOUBLE', 'Part of delegated rewards that it keeps, as a fraction from 0 to 1.'],
      staked_reward: ['DECIMAL(29,9)', 'Rewards for its own stake so far, in CHN.'],
      registered_amount: ['DECIMAL(29,9)', 'What it registered, also before that starts, in CHN.'],
    },
    rows: [
      ['NodeID-A', 1, 'active', 4000, 1000, 5000, 0.1, 90000, 4000],
      ['NodeID-B', 1, 'active', 3500, 2500, 6000, 0.2, 5, 3500],
      ['NodeID-C', 0, 'registered', 0, 0, 0, 0, 0, 9000],
      ['NodeID-D', 1, 'active', 1000, 0, 1000, 0.05, 1, 1000],
    ],
  }
}

function stakes(): SampleTable {
  return {
    name: 'ledger.stakes',
    description: 'Single stakes as they are now: those of validators, and the delegations of others to them.',
    columns: {
      kind: ['VARCHAR', 'validator: own stake; delegation: stake of another account.'],
      node_id: ['VARCHAR', 'The validator it counts for.'],
      owner_name: ['VARCHAR', 'Name of the owner.'],
      amount: ['DECIMAL(29,9)', 'The stake, in CHN.'],
      is_active: ['BOOLEAN', 'Whether it counts in the newest block.'],
    },
    rows: [
      ['validator', 'NodeID-A', 'treasury', 4000, 1],
      ['validator', 'NodeID-B', 'treasury', 3500, 1],
      ['validator', 'NodeID-C', 'carol', 9000, 0],
      ['validator', 'NodeID-D', 'treasury', 1000, 1],
      ['delegation', 'NodeID-A', 'alice', 1000, 1],
      ['delegation', 'NodeID-B', 'bob', 2500, 1],
    ],
  }
}

type Heading = Omit<SampleTable, 'rows'>

function fromCsv(file: string, heading: Heading): SampleTable {
  const [first = '', ...lines] = readFileSync(path.join(folder, file), 'utf8').trim().split(/\r?\n/)
  const names = first.split(',')
  const isText = (at: number) => ['VARCHAR', 'DATE'].includes(heading.columns[names[at] ?? '']?.[0] ?? '')
  const rows = lines.map((line) => line.split(',').map((value, at) => (isText(at) ? value : Number(value))))
  return { ...heading, rows }
}

function fromJson(file: string, heading: Heading): SampleTable {
  const records: Record<string, string | number | null>[] = JSON.parse(
    readFileSync(path.join(folder, file), 'utf8'),
  )
  const names = Object.keys(heading.columns)
  return { ...heading, rows: records.map((record) => names.map((name) => record[name] ?? null)) }
}
