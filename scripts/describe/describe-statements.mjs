import { describeStatement } from './describe-statement.mjs'

// PostgreSQL does not report which columns an outer join may fill with nulls.
const OUTER_JOIN = /\b(left|right|full)\s+(outer\s+)?join\b/i

/** @typedef {{ name: string, type: string, nullability: 'NotNull' | 'Nullable' | 'Unproven' }} DescribedColumn */
/** @typedef {{ name: string, values: string[], columns: DescribedColumn[] }} DescribedStatement */

/**
 * Describes statements against a migrated database, in the order of their names.
 *
 * @param {import('pg').Client} client
 * @param {ReadonlyMap<string, string>} statements texts by name
 * @returns {Promise<DescribedStatement[]>}
 * @throws {Error} listing every statement that PostgreSQL refuses, with its reason
 */
export async function describeStatements(client, statements) {
  const types = await readTypes(client)
  const columns = await readColumns(client)
  /** @type {DescribedStatement[]} */
  const described = []
  /** @type {string[]} */
  const refused = []
  for (const [name, text] of [...statements].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      const { parameterTypes, fields } = await describeStatement(client, text)
      described.push({
        name,
        values: parameterTypes.map((id) => nameOf(types, id)),
        columns: fields.map((field) => ({
          name: field.name,
          type: nameOf(types, field.dataTypeID),
          nullability: OUTER_JOIN.test(text)
            ? weaken(nullabilityOf(columns, field))
            : nullabilityOf(columns, field),
        })),
      })
    } catch (error) {
      refused.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (refused.length > 0) throw new Error(`PostgreSQL refuses these statements:\n${refused.join('\n')}`)
  return described
}

/**
 * @param {import('pg').Client} client
 * @returns {Promise<Map<number, string>>} the names of the types; an array is its element's name and `[]`
 */
async function readTypes(client) {
  const { rows } = await client.query(`
    select t.oid::int as id, case when e.oid is null then t.typname else e.typname || '[]' end as name
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  `)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * @param {import('pg').Client} client
 * @returns {Promise<Map<string, boolean>>} whether a column is declared `not null`, by table and position
 */
async function readColumns(client) {
  const { rows } = await client.query(`
    select attrelid::int as "table", attnum as "column", attnotnull as "isNotNull" from pg_attribute where attnum > 0
  `)
  return new Map(rows.map(({ table, column, isNotNull }) => [`${table}.${column}`, isNotNull]))
}

/** @param {Map<number, string>} types @param {number} id */
function nameOf(types, id) {
  return types.get(id) ?? `unknown type ${id}`
}

/**
 * @param {Map<string, boolean>} columns @param {import('./describe-statement.mjs').Field} field
 * @returns {DescribedColumn['nullability']}
 */
function nullabilityOf(columns, { tableID, columnID }) {
  const isNotNull = columns.get(`${tableID}.${columnID}`)
  if (isNotNull === undefined) return 'Unproven'
  return isNotNull ? 'NotNull' : 'Nullable'
}

/** @param {DescribedColumn['nullability']} nullability @returns {DescribedColumn['nullability']} */
function weaken(nullability) {
  return nullability === 'NotNull' ? 'Unproven' : nullability
}
