// Whether an export of definitions is valid by the JSON Schema of the Open Semantic Interchange. The schema is not shipped:
// name the file core-spec/osi-schema.json of github.com/apache/ossie (measured at commit 88e0011).
//
//   OSI_SCHEMA=… node bench/definition-document.bench.mjs
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Validator } from '@cfworker/json-schema'
import { parse } from 'yaml'
import { writeDefinitions } from '../packages/core/src/exchange/write-definitions.ts'

const file = process.env.OSI_SCHEMA ?? path.join(import.meta.dirname, 'osi-schema.json')
if (existsSync(file)) await report()
else console.log(`not run: there is no schema in ${path.relative(process.cwd(), file)} (OSI_SCHEMA)`)

async function report() {
  const validator = new Validator(JSON.parse(await readFile(file, 'utf8')), '2020-12', false)
  for (const [name, definitions] of Object.entries(documents())) {
    const { valid, errors } = validator.validate(parse(writeDefinitions(definitions)))
    console.log(`${name}: ${valid ? 'valid' : 'not valid'}`)
    for (const { instanceLocation, error } of errors) console.log(`  ${instanceLocation} ${error}`)
    if (!valid) process.exitCode = 1
  }
}

function documents() {
  const nothing = {
    synonyms: [],
    text: '',
    expression: '',
    table: '',
    condition: '',
    dimensions: [],
    timeColumn: '',
    unit: '',
  }
  const metric = {
    ...nothing,
    kind: 'metric',
    name: 'revenue',
    synonyms: ['turnover'],
    text: 'Without refunds.',
    expression: 'sum(total)',
    table: 'shop.orders',
    condition: 'is_paid',
    dimensions: [{ name: 'country' }, { name: 'month', expression: 'month(day)' }],
    timeColumn: 'month',
    unit: 'EUR',
  }
  const term = { ...nothing, kind: 'term', name: 'large', expression: 'total > 9', table: 'shop.orders' }
  const word = { ...nothing, kind: 'term', name: 'churn', text: 'Customers who left.' }
  const question = { ...nothing, kind: 'question', name: 'How many?', expression: 'SELECT 1' }
  return {
    'metric, terms and question': [metric, term, word, question],
    'metrics of two tables': [metric, { ...metric, name: 'refunds', table: 'shop.refunds' }],
    'without a table': [word, question],
    nothing: [],
  }
}
