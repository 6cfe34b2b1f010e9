import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngine } from '../engines/open-engine.ts'
import { ingestFile } from '../files/ingest-file.ts'
import { createLinkStore } from '../joins/link-store.ts'
import { datasetFolder } from '../source/dataset-files.ts'
import { sourceOf, tableOf } from '../testing/catalog.ts'
import { NO_NETWORK } from '../testing/music-shop.ts'
import { startComputing } from '../testing/start-computing.ts'
import { openWorkshop, startRun, type Workshop } from '../testing/workshop.ts'

/** Only the key of albums is declared. Playlists and tracks meet in a table between them; labels hold no owner. */
const LIBRARY = [
  'CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name TEXT)',
  'CREATE TABLE profile (artist_id INTEGER, biography TEXT)',
  'CREATE TABLE album (album_id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (artist_id))',
  'CREATE TABLE track (track_id INTEGER PRIMARY KEY, album_id INTEGER, song TEXT)',
  'CREATE TABLE playlist (playlist_id INTEGER PRIMARY KEY, mood TEXT)',
  'CREATE TABLE playlist_track (playlist_id INTEGER, track_id INTEGER)',
  'CREATE TABLE label (label_id INTEGER PRIMARY KEY, artist_id INTEGER)',
  "INSERT INTO artist VALUES (1, 'Ann'), (2, 'Bob')",
  "INSERT INTO profile VALUES (1, 'Born'), (2, 'Sang')",
  "INSERT INTO album VALUES (1, 'One', 1), (2, 'Two', 1), (3, 'Three', 2)",
  "INSERT INTO track VALUES (1, 1, 'Song'), (2, 1, 'Tune'), (3, 2, 'Air')",
  "INSERT INTO playlist VALUES (1, 'Calm'), (2, 'Wild')",
  'INSERT INTO playlist_track VALUES (1, 1), (1, 2), (2, 1)',
  'INSERT INTO label VALUES (1, 70), (2, 80)',
]

let workshop: Workshop
let library: QueryableSource
const joins = createLinkStore()

beforeAll(async () => {
  workshop = await openWorkshop()
  library = await connect('library', LIBRARY)
})
afterAll(() => workshop.close())

async function connect(name: string, statements: readonly string[]): Promise<QueryableSource> {
  const { sandbox, folder } = workshop
  const file = `${datasetFolder('ann')}/${randomUUID()}/database.sqlite`
  await mkdir(dirname(join(folder, file)), { recursive: true })
  const database = new DatabaseSync(join(folder, file))
  for (const statement of ['BEGIN', ...statements, 'COMMIT']) database.exec(statement)
  database.close()
  const connection = { kind: 'sqlite', file } as const
  const engine = openEngine(connection, { sandbox, folder, ownerId: 'ann', egress: NO_NETWORK })
  const { tables } = await engine.describe()
  return { id: name, name, kind: 'sqlite', description: '', connection, tables }
}

async function upload(name: string, text: string): Promise<QueryableSource> {
  const { signal } = new AbortController()
  const content = Readable.from([Buffer.from(text)])
  const file = { ownerId: 'ann', name, format: 'csv', content, signal } as const
  const { tables } = await ingestFile({ ...workshop, ...file })
  return { id: name, name, kind: 'file', description: '', tables }
}

async function joinsFor(
  user_question: string,
  sources: readonly QueryableSource[],
  ownerId = 'ann',
): Promise<JsonObject[]> {
  const options = { ownerId, sources: [...sources], joins, egress: NO_NETWORK }
  const { output } = await startRun(workshop, options).call('find_metadata', { user_question })
  expect(Buffer.byteLength(JSON.stringify({ ...output, other_tables: [] }))).toBeLessThan(8 * 1024 + 100)
  return Array.isArray(output.joins) ? output.joins.map(Object) : []
}

/** The joins once their values are counted: a busy machine counts them after the first answer. */
async function countedJoins(question: string, sources: readonly QueryableSource[]): Promise<JsonObject[]> {
  let found: JsonObject[] = []
  await expect
    .poll(
      async () => {
        found = await joinsFor(question, sources)
        return found.some(({ guessed }) => guessed === true)
      },
      { timeout: 15_000 },
    )
    .toBe(false)
  return found
}

const PATHS = [
  [
    'a declared key',
    'albums of each artist',
    { on: ['library.artist.artist_id = library.album.artist_id'], kind: '1:n' },
  ],
  [
    'names that the values confirm',
    'songs of a track on each album',
    { on: ['library.track.album_id = library.album.album_id'], kind: 'n:1' },
  ],
  [
    'keys that hold each value once',
    'biography of an artist',
    { on: ['library.artist.artist_id = library.profile.artist_id'], kind: '1:1' },
  ],
  [
    'a table between two others',
    'mood of the playlist of a song',
    {
      on: [
        'library.playlist.playlist_id = library.playlist_track.playlist_id',
        'library.playlist_track.track_id = library.track.track_id',
      ],
      kind: 'n:m',
    },
  ],
] as const

test.each(PATHS)('names how tables are joined by %s', async (_what, question, path) => {
  const found = await countedJoins(question, [library])
  const backwards = {
    on: path.on.toReversed().map((one) => one.split(' = ').reverse().join(' = ')),
    kind: path.kind.split(':').reverse().join(':').replace('m:n', 'n:m'),
  }
  expect([path, backwards].some((wanted) => found.some((one) => isEqual(one, wanted)))).toBe(true)
})

function isEqual(one: JsonObject, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

test('does not join columns of one name that share no value', async () => {
  const found = await countedJoins('labels of an artist', [library])
  expect(JSON.stringify(found)).not.toContain('library.label')
})

test('joins separate files by names and values', async () => {
  const orders = await upload('orders', 'order_id,customer_id,paid\n1,7,10\n2,7,20\n3,8,5\n')
  const customers = await upload('customers', 'id,city\n7,Oslo\n8,Bergen\n9,Moss\n')
  const [path] = await countedJoins('paid orders of customers by city', [orders, customers])
  const [order, customer] = [orders, customers].map(({ name, tables: [table] }) => `${name}.${table?.name}`)
  const on = [`${order}.customer_id = ${customer}.id`, `${customer}.id = ${order}.customer_id`]
  expect(on).toContain(Array.isArray(path?.on) ? path.on[0] : null)
  expect(['n:1', '1:n']).toContain(path?.kind)
})

test('says that a link of a database of others is guessed from its names, and reads no row of it', async () => {
  const far = sourceOf('far', [
    tableOf('orders', ['id', 'customer_id']),
    tableOf('customers', ['id', 'name']),
  ])
  expect(await joinsFor('orders of customers', [far])).toEqual([
    expect.objectContaining({ kind: expect.stringMatching(/^(n:1|1:n)$/), guessed: true }),
  ])
})

test("does not count another user's rows", async () => {
  const options = { ownerId: 'eve', sources: [library], joins, egress: NO_NETWORK }
  const { output } = await startRun(workshop, options).call('find_metadata', {
    user_question: 'biography of an artist',
  })
  const found = Array.isArray(output.joins) ? output.joins.map(Object) : []
  expect(found.find(({ on }) => String(on).includes('profile'))).toMatchObject({ guessed: true })
})

test('reads tables of 20,000 columns whose names lead to each other while another user is answered', async () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index)
  const wide = sourceOf('wide', [
    tableOf(
      'x',
      numbers.map((index) => `x_${index}_id`),
    ),
    tableOf(
      'y',
      numbers.map((index) => `x_${index}_x_id`),
    ),
    tableOf('x', ['id', 'name']),
  ])
  const computedMs = startComputing()
  const [found, others] = await Promise.all([
    joinsFor('x of y', [wide]),
    joinsFor('albums of each artist', [library]),
  ])
  expect(found.length).toBeLessThan(20)
  expect(others.length).toBeGreaterThan(0)
  // This limit detects a freeze.
  expect(computedMs()).toBeLessThan(20_000)
})
