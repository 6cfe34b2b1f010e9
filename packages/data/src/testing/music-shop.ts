import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { QueryableSource } from '@parley/domain'
import { openEngine } from '../engines/open-engine.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import type { Workshop } from './workshop.ts'

/** A small shop: the names of two customers and of two albums are the same, and one order has no day. */
const MUSIC_SHOP = [
  'CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT, discount REAL)',
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), paid REAL, day TEXT)',
  'CREATE TABLE items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id), genre TEXT, price REAL)',
  `INSERT INTO customers VALUES (1, 'Ann', 'Norway', 5), (2, 'Bob', 'Norway', 0), (3, 'Ann', 'Sweden', 5),
    (4, 'Dan', 'Denmark', NULL), (5, 'Eli', 'Denmark', 1), (6, 'Fay', ' Iceland', 1)`,
  `INSERT INTO orders VALUES (1, 1, 30, '3/14/2024'), (2, 1, 12, '11/2/2023'), (3, 2, 30, '1/30/2024'), (4, 3, 8, NULL)`,
  `INSERT INTO items VALUES (1, 1, 'Rock', 10), (2, 1, 'Jazz', 20), (3, 2, 'Rock', 12), (4, 3, 'Rock', 30), (5, 4, 'Jazz', 8)`,
]

/** Connects the shop as the SQLite source `music` of an owner. */
export async function connectMusicShop(
  { sandbox, folder }: Workshop,
  { ownerId }: { ownerId: string },
): Promise<QueryableSource> {
  const file = `${datasetFolder(ownerId)}/${randomUUID()}/database.sqlite`
  await mkdir(dirname(join(folder, file)), { recursive: true })
  const database = new DatabaseSync(join(folder, file))
  for (const statement of MUSIC_SHOP) database.exec(statement)
  database.close()
  const connection = { kind: 'sqlite', file } as const
  const engine = openEngine(connection, { sandbox, folder, ownerId, egress: NO_NETWORK })
  const { tables } = await engine.describe()
  return { id: randomUUID(), name: 'music', kind: 'sqlite', description: '', connection, tables }
}

function refuse(): never {
  throw new Error('A SQLite file needs no network')
}

/** For tools over files alone. */
export const NO_NETWORK = { for: refuse, resolve: refuse }
