// Ugly public files as a person drops them: uploaded through the REST interface, asked for numbers in SQL, and compared
// with numbers that code for this one file takes from its bytes. PUBLIC_FILES is the folder of
// bench/public-files.bench.mjs. UGLY_FILES_LIST is a file to write every outcome to; it holds no data.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { UGLY_TEXTS } from './files/ugly-texts.mjs'
import { UGLY_WORKBOOKS } from './files/ugly-workbooks.mjs'
import { startEngine } from './start-service.mjs'

const { PUBLIC_FILES = '', UGLY_FILES_LIST } = process.env
const MAX_OUTPUT = 2 ** 28
const run = promisify(execFile)

if (PUBLIC_FILES === '') throw new Error('Set PUBLIC_FILES to a folder with clones of the repositories.')
const service = await startEngine()
try {
  const token = await service.signIn()
  const outcomes = []
  for (const file of [...UGLY_TEXTS, ...UGLY_WORKBOOKS]) {
    const outcome = await outcomeOf(file, token).catch((error) => ({ failed: String(error) }))
    outcomes.push({ ...file, ...outcome })
    console.log(lineOf(outcomes.at(-1)).trimEnd())
    for (const why of outcome.wrong ?? []) console.log(`    ${why}`)
  }
  const sum = (key) => outcomes.reduce((total, outcome) => total + (outcome[key]?.length ?? 0), 0)
  console.log(
    `${outcomes.length} files: ${sum('right')} numbers right, ${sum('doubted')} with their doubt said, ${sum('wrong')} wrong`,
  )
  if (UGLY_FILES_LIST) await writeFile(UGLY_FILES_LIST, outcomes.map(lineOf).join(''))
} finally {
  await service.stop()
}

/** A number is right, doubted when a note about its column or its rows expresses the doubt, and wrong otherwise. */
async function outcomeOf({ repository, commit, path, questions }, token) {
  const { stdout: content } = await run(
    'git',
    ['-C', folderOf(repository), 'cat-file', 'blob', `${commit}:${path}`],
    { encoding: 'buffer', maxBuffer: MAX_OUTPUT },
  )
  const source = await upload(content, { path, token })
  const outcome = { right: [], doubted: [], wrong: [] }
  for (const { ask, wanted, doubt } of questions) {
    const table = source.tables[ask.table ?? 0]
    const sql = ask.sql.replace(
      /\{(\d+)\}/g,
      (_, place) => table.columns[Number(place) - 1]?.name ?? 'no_column',
    )
    const answer = await answerOf(`SELECT ${sql.replace('FROM t', `FROM ${table.name}`)}`, token)
    const expected = await wanted(content)
    const notes = table.reading.notes.map(({ column = '', text }) => `${column} ${text}`)
    if (isSame(answer, expected)) outcome.right.push(sql)
    else if (doubt && notes.some((note) => doubt.test(note))) outcome.doubted.push(sql)
    else outcome.wrong.push(`${sql}: ${answer} for ${expected}; ${notes.length} notes`)
  }
  await service.call('DELETE', `/data_source/${source.id}`, { token })
  return outcome
}

function folderOf(repository) {
  const folder = join(PUBLIC_FILES, repository.replace('/', '+'))
  const found = [join(folder, 'repo'), folder].find((path) => existsSync(path))
  if (!found) throw new Error(`${repository} is not in PUBLIC_FILES`)
  return found
}

async function upload(content, { path, token }) {
  const form = new FormData()
  form.set('file', new Blob([content]), basename(path))
  const reply = await fetch(`${service.origin}/api/data_source`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { status, message, data } = await reply.json()
  if (status !== 'ok') throw new Error(message)
  return data
}

/** The only value of a statement, or the sentence of its refusal. */
async function answerOf(sql, token) {
  const reply = await fetch(`${service.origin}/api/trpc/dataSource.query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql }),
  })
  const { result, error } = await reply.json()
  if (error) return `refused: ${error.message}`
  return Object.values(result.data.rows[0] ?? {})[0]
}

function isSame(answer, expected) {
  if (typeof expected === 'string') return String(answer).replace('T', ' ').startsWith(expected)
  const number = Number(answer)
  return answer !== null && Math.abs(number - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
}

function lineOf({ repository, commit, path, form, right = [], doubted = [], wrong = [], failed }) {
  const counts = [`${right.length} right`]
  if (doubted.length > 0) counts.push(`${doubted.length} with the doubt said`)
  if (wrong.length > 0) counts.push(`${wrong.length} WRONG`)
  return `${repository} ${commit.slice(0, 12)} ${path}\n  ${form}\n  ${failed ? `refused: ${failed}` : counts.join(', ')}\n`
}
