import type { Client } from 'pg'

export type DatabaseTable = {
  readonly table: string
  /** In the order of the table, without generated ones. */
  readonly columns: readonly string[]
}

/** Tables of the migrations runner and of running backups. Restoring makes them anew. */
const LEFT_OUT = ['_prisma_migrations', 'file_holds']

// Unlogged tables hold what a crash may lose, such as the events of running answers.
const TABLES = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname <> all($1)
  group by c.relname order by c.relname`

const REFERENCES = `
  select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to" from pg_constraint c
  where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`

/** Lists the tables of a backup in the order in which they can be filled. Throws when foreign keys form a circle. */
export async function listTables(client: Client): Promise<DatabaseTable[]> {
  const { rows: tables } = await client.query<DatabaseTable>(TABLES, [LEFT_OUT])
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES)
  const byName = new Map(tables.map((table) => [table.table, table]))
  const ordered = new Map<string, DatabaseTable>()
  const visit = (name: string, path: readonly string[]): void => {
    const table = byName.get(name)
    if (!table || ordered.has(name)) return
    if (path.includes(name)) throw new Error(`Foreign keys form a circle: ${[...path, name].join(', ')}.`)
    for (const { from, to } of references) if (from === name) visit(to, [...path, name])
    ordered.set(name, table)
  }
  for (const name of byName.keys()) visit(name, [])
  return [...ordered.values()]
}

/** Lists the sequences that were used, with their last value. */
export async function listSequences(client: Client): Promise<{ sequence: string; lastValue: string }[]> {
  const { rows } = await client.query<{ sequence: string; lastValue: string }>(
    `select sequencename as sequence, last_value::text as "lastValue" from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}
