import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { createEgress } from '@parley/net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../source/dataset-files.ts'
import { createPostgresDatabase, type TestDatabase } from '../testing/postgres.ts'
import { openWorkshop, startRun, type ToolRun, type Workshop } from '../testing/workshop.ts'

/** Sources, tables and columns share these names, so that every dotted name can be read in several ways. */
const NAMES = ['shop', 'staff', 'city'] as const
type Name = (typeof NAMES)[number]
/** What the names of tables and columns end with, and whether statements quote them. */
type Spelling = { readonly ending: string; readonly isQuoted: boolean }
type Schema = {
  readonly source: Name
  readonly tables: ReadonlyMap<Name, readonly Name[]>
  readonly spelling: Spelling
}

const SPELLINGS: readonly Spelling[] = [
  { ending: '', isQuoted: false },
  { ending: '', isQuoted: true },
  ...['.city', ' 1', ' AS x', 'É', "'", '--', '"', ';'].map((ending) => ({ ending, isQuoted: true })),
]

const spell = (name: string, { ending }: Spelling) => `${name}${ending}`

/** A name as statements write it. */
function write(name: string, spelling: Spelling): string {
  const spelled = spell(name, spelling)
  return spelling.isQuoted ? `"${spelled.replaceAll('"', '""')}"` : spelled
}

const egress = createEgress({ mode: 'local', allow: [], ownPorts: [] })
let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(async () => {
  await workshop.close()
  await egress.close()
})

/** Every table has the columns shop and city or staff, and three rows, of which some columns repeat. */
function statementsOf({ tables, spelling }: Schema): string[] {
  return [...tables].flatMap(([name, columns]) => [
    `CREATE TABLE ${write(name, spelling)} (${columns.map((column) => `${write(column, spelling)} text`).join(', ')})`,
    ...[0, 1, 2].map(
      (row) =>
        `INSERT INTO ${write(name, spelling)} VALUES (${columns.map((_, index) => `'v${(row * (index + 1) + name.length) % 3}'`)})`,
    ),
  ])
}

function sourceOf(
  { source, tables, spelling }: Schema,
  connection: NonNullable<QueryableSource['connection']>,
): QueryableSource {
  const described = [...tables].map(([name, columns]) => ({
    name: spell(name, spelling),
    description: '',
    rowCount: 3,
    columns: columns.map((column) => ({
      name: spell(column, spelling),
      type: 'text',
      description: '',
      samples: [],
    })),
  }))
  return {
    id: randomUUID(),
    name: source,
    kind: connection.kind,
    description: '',
    tables: described,
    connection,
  }
}

const schemas: fc.Arbitrary<Schema> = fc
  .record({
    source: fc.constantFrom(...NAMES),
    spelling: fc.constantFrom(...SPELLINGS),
    tables: fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.subarray([...NAMES], { minLength: 2 })), {
      minLength: 2,
      maxLength: 3,
      selector: ([name]) => name,
    }),
  })
  .map((schema) => ({ ...schema, tables: new Map(schema.tables) }))

/** How a statement is written: `bare` for the engine alone, `named` for the service, perhaps with the source's name. */
type Written = { readonly bare: string; readonly named: string }

function sqlText(parts: TemplateStringsArray, ...values: readonly Written[]): Written {
  const fill = (key: keyof Written) =>
    parts.map((part, index) => part + (values[index]?.[key] ?? '')).join('')
  return { bare: fill('bare'), named: fill('named') }
}

const plain = (text: string): Written => ({ bare: text, named: text })

/** A table with a way to write it and its columns. */
function tableIn({ source, tables, spelling }: Schema) {
  return fc
    .record({
      table: fc.constantFrom(...tables.keys()),
      isQualified: fc.boolean(),
      alias: fc.option(fc.constantFrom(...NAMES, 'x', 'y'), { nil: null }),
      columnPlace: fc.constantFrom('table', 'source'),
    })
    .map(({ table, isQualified, alias, columnPlace }) => {
      const own = write(table, spelling)
      const exposed = alias ?? own
      const reference = { bare: own, named: isQualified ? `${source}.${own}` : own }
      const isLong = isQualified && alias === null && columnPlace === 'source'
      return {
        exposed,
        from: alias === null ? reference : sqlText`${reference} AS ${plain(alias)}`,
        column: (name: string): Written => ({
          bare: `${exposed}.${write(name, spelling)}`,
          named: `${isLong ? `${source}.${own}` : exposed}.${write(name, spelling)}`,
        }),
        columns: tables.get(table) ?? [],
      }
    })
}

const KINDS = ['join', 'correlated', 'with', 'in', 'union'] as const

/** A statement over two tables: a join, a correlated subquery, a definition of WITH, or an IN. */
function statementIn(schema: Schema) {
  return fc
    .record({
      outer: tableIn(schema),
      inner: tableIn(schema),
      kind: fc.constantFrom(...KINDS),
      picks: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
    })
    .filter(({ outer, inner }) => outer.exposed !== inner.exposed)
    .map(({ outer, inner, kind, picks }): Written => {
      const pick = (of: typeof outer, at: number) => of.column(of.columns[at % of.columns.length] ?? '')
      const [shown, left, right] = [pick(outer, picks[0]), pick(outer, picks[1]), pick(inner, picks[2])]
      const defined = plain(inner.exposed)
      return {
        join: sqlText`SELECT ${shown} AS a, ${right} AS b FROM ${outer.from} JOIN ${inner.from} ON ${left} = ${right}`,
        correlated: sqlText`SELECT ${shown} AS a, (SELECT count(*) FROM ${inner.from} WHERE ${right} = ${left}) AS b FROM ${outer.from}`,
        with: sqlText`WITH ${defined} AS (SELECT ${right} AS b FROM ${inner.from}) SELECT ${defined}.b AS a, ${shown} AS b FROM ${defined}, ${outer.from}`,
        in: sqlText`SELECT ${shown} AS a, 1 AS b FROM ${outer.from} WHERE ${left} IN (SELECT ${right} FROM ${inner.from})`,
        union: sqlText`SELECT ${shown} AS a, 1 AS b FROM ${outer.from} UNION ALL SELECT ${right}, 2 FROM ${inner.from}`,
      }[kind]
    })
}

const cases = schemas.chain((schema) =>
  fc.record({
    schema: fc.constant(schema),
    statements: fc.array(statementIn(schema), { minLength: 8, maxLength: 8 }),
  }),
)

function sorted(rows: readonly JsonObject[]): string[] {
  return rows.map((row) => JSON.stringify([String(row.a), String(row.b)])).toSorted()
}

/** A statement that the engine refuses must not give rows through the service. */
async function expectSameRows(
  run: ToolRun,
  { bare, named }: Written,
  ask: (sql: string) => Promise<readonly JsonObject[] | null>,
): Promise<void> {
  const expected = await ask(bare)
  const { output, status } = await run.call('execute_sql', { generated_sql: named })
  const rows = Array.isArray(output.rows) ? output.rows.filter((row) => typeof row === 'object') : null
  const got = status === 'ok' && rows ? sorted(rows as JsonObject[]) : null
  expect({ named, rows: got }).toEqual({ named, rows: expected && sorted(expected) })
}

describe('a statement gives the rows that its engine gives, however sources, tables and columns are called', () => {
  test('over SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-same-rows-'))
    await fc.assert(
      fc.asyncProperty(cases, async ({ schema, statements }) => {
        const path = join(folder, `${randomUUID()}.sqlite`)
        const database = new DatabaseSync(path)
        for (const statement of ['BEGIN', ...statementsOf(schema), 'COMMIT']) database.exec(statement)
        const file = `${datasetFolder('ann')}/${randomUUID()}/d.sqlite`
        await mkdir(join(workshop.folder, file, '..'), { recursive: true })
        await copyFile(path, join(workshop.folder, file))
        const sources = [sourceOf(schema, { kind: 'sqlite', file })]
        const run = startRun(workshop, { ownerId: 'ann', sources, egress })
        for (const statement of statements) {
          await expectSameRows(run, statement, async (sql) => {
            try {
              return database.prepare(sql).all() as JsonObject[]
            } catch {
              return null
            }
          })
        }
        database.close()
      }),
      { numRuns: 40 },
    )
  })

  test('over PostgreSQL', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ schema, statements }) => {
        const database: TestDatabase = await createPostgresDatabase()
        try {
          for (const statement of statementsOf(schema)) await database.run(statement)
          const sources = [sourceOf(schema, database.connection)]
          const run = startRun(workshop, { ownerId: 'ann', sources, egress })
          for (const statement of statements) {
            await expectSameRows(run, statement, (sql) =>
              database.run(sql).then(
                ({ rows }) => rows,
                () => null,
              ),
            )
          }
        } finally {
          await database.drop()
        }
      }),
      { numRuns: 8 },
    )
  })

  test('with the counts of a source that is named like one of its tables', async () => {
    const database: TestDatabase = await createPostgresDatabase()
    const tables = new Map<Name, readonly Name[]>([
      ['shop', ['shop', 'city']],
      ['staff', ['shop', 'staff']],
    ])
    await database.run(`CREATE TABLE shop (shop text, city text); CREATE TABLE staff (shop text, staff text);
      INSERT INTO shop VALUES ('a', 'Oslo'), ('b', 'Bergen'), ('c', 'Bodø');
      INSERT INTO staff VALUES ('a', 'Ann'), ('b', 'Bob'), ('b', 'Cid')`)
    const spelling = { ending: '', isQuoted: false }
    const sources = [sourceOf({ source: 'shop', tables, spelling }, database.connection)]
    const run = startRun(workshop, { ownerId: 'ann', sources, egress })
    const sql =
      'SELECT city, (SELECT count(*) FROM staff WHERE staff.shop = shop.shop) AS n FROM shop ORDER BY city'
    const { output } = await run.call('execute_sql', { generated_sql: sql })
    expect(output.rows).toEqual([
      { city: 'Bergen', n: 2 },
      { city: 'Bodø', n: 0 },
      { city: 'Oslo', n: 1 },
    ])
    await database.drop()
  })
})
