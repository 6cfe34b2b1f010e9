import { beforeAll, expect, test } from 'vitest'
import { findSessions } from './find-sessions.ts'
import type { OwnerId } from './owner.ts'
import type { SessionSort } from './session.ts'
import { createTestAgent, createTestUser, useTestDatabase } from './testing.ts'

const SESSIONS = 300
/** The number of a session whose answer is longer than what is judged at once. */
const LONG = 150

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
  for (const user of [owner, other]) await addSessions(user)
})

/** Adds sessions `S1`, `S2`, … Their numbers are words of their answers; older ones have smaller numbers. */
async function addSessions(user: OwnerId): Promise<void> {
  const { id: agentId } = await createTestAgent(database.db, user)
  await database.db.pool.query(
    `with added as (
      insert into sessions (user_id, agent_id, persona_id, name, last_sequence, created_at, last_active_at)
      select $1, $2, 1, 'S' || n, 2, iso_at, iso_at from generate_series(1, ${SESSIONS}) n,
        lateral (select to_char(timestamp '2026-01-01' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.US') as iso_at)
      returning id, substr(name, 2)::int as n
    )
    insert into messages (session_id, sequence, role, content)
    select id, s, case s when 1 then 'user' else 'assistant' end, case s
      when 1 then 'A common question'
      else 'It is number' || n || case when n % 100 = 7 then ' and rare' when n % 3 = 0 then ' and third TŘETÍ' when n % 40 = 5 then ' and fortieth' else '' end
        || case n when ${LONG} then repeat(' long', 900000) else '' end
    end
    from added, generate_series(1, 2) s`,
    [user, agentId],
  )
}

/** The names of all sessions of the owner that a search finds, page by page. */
async function findAll(
  text: string,
  { sort, limit }: { sort: SessionSort; limit: number },
): Promise<string[]> {
  const names: string[] = []
  let behind: { at: string; id: string } | undefined
  for (;;) {
    const page = await findSessions(database.db, owner, {
      text,
      sort,
      limit,
      ...(behind && { behind }),
    })
    names.push(...page.map(({ name }) => name))
    const last = page.at(-1)
    if (!last || page.length < limit) return names
    behind = { at: sort === 'created' ? last.createdAt : last.lastActiveAt, id: last.id }
  }
}

const newestFirst = (fits: (n: number) => boolean) =>
  Array.from({ length: SESSIONS }, (_, index) => SESSIONS - index)
    .filter(fits)
    .map((n) => `S${n}`)

test.each([
  ['a word of every message', 'common', () => true],
  ['a word of every third session', 'third', (n: number) => n % 3 === 0 && n % 100 !== 7],
  ['a word in capital letters outside ASCII', 'třetí', (n: number) => n % 3 === 0 && n % 100 !== 7],
  ['a word of few sessions', 'fortieth', (n: number) => n % 40 === 5 && n % 3 !== 0],
  ['a word of three sessions', 'rare', (n: number) => n % 100 === 7],
  ['two words of one message', 'rare number107', (n: number) => n === 107],
  ['a word that begins others', 'number29', (n: number) => n === 29 || (n >= 290 && n <= 299)],
  ['a word of one name', 's42', (n: number) => n === 42],
  ['words of different messages', 'common rare', () => false],
  ['a word of no message', 'absent', () => false],
])('a search for %s finds each session of the owner once, newest first', async (_, text, fits) => {
  for (const sort of ['activity', 'created'] as const)
    for (const limit of [20, 51]) expect(await findAll(text, { sort, limit })).toEqual(newestFirst(fits))
})

test('a walk finds the words that the text search finds, whatever stands beside them', async () => {
  const user = await createTestUser(database.db)
  const { id: agentId } = await createTestAgent(database.db, user)
  const beside = [
    ...` \n\t!"#$%&'()*+,-./:;<=>?@[]^_{|}~\`0a2äß日½“—\u00a0\u0301🙂`,
    '\\',
    'x-',
    'x.',
    'x/',
    '1e',
    '-1',
    '~/',
    'a@',
    '&amp;',
  ]
  const texts = beside.flatMap((one) => [
    `${one}rain`,
    `Rain${one}`,
    `of ${one}RAIN${one}s`,
    `${one} t${one}rain`,
  ])
  await database.db.pool.query(
    `with added as (
      insert into sessions (user_id, agent_id, persona_id, name, last_sequence)
      select $1, $2, 1, 'T' || n, 1 from generate_series(1, $3) n returning id, substr(name, 2)::int as n
    )
    insert into messages (session_id, sequence, role, content) select id, 1, 'user', ($4::text[])[n] from added`,
    [user, agentId, texts.length, texts],
  )
  const { rows } = await database.db.pool.query(
    `select s.name from sessions s join messages m on m.session_id = s.id
     where s.user_id = $1 and search_words(m.content) @@ $$'rain':*$$::tsquery`,
    [user],
  )
  expect(rows.length).toBeGreaterThan(beside.length)
  const found = await findSessions(database.db, user, { text: 'rain', sort: 'created', limit: 200 })
  expect(found.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
