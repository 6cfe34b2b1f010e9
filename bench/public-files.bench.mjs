// How public files are read through the REST interface, one by one: uploaded, exported as the service holds them, and
// compared with another reader. PUBLIC_FILES is a folder with bare clones, `owner+name` or `owner+name/repo`; a
// repository that is not there is left out. PUBLIC_FILES_SETS chooses repositories by a part of their name, and
// PUBLIC_FILES_LIST is a file to write every outcome to.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { judgeReading } from './files/judge-reading.mjs'
import { MISREAD_BY_OTHER, PUBLIC_SETS } from './files/public-sets.mjs'
import { parseDelimited, readReference } from './files/read-reference.mjs'
import { startEngine } from './start-service.mjs'

const { PUBLIC_FILES = '', PUBLIC_FILES_SETS = '', PUBLIC_FILES_LIST } = process.env
const MAX_BYTES = 3_000_000
const MAX_OUTPUT = 2 ** 28
const AT_ONCE = 2
const UPLOADS_PER_OWNER = 50
const run = promisify(execFile)

if (PUBLIC_FILES === '') throw new Error('Set PUBLIC_FILES to a folder with clones of the repositories.')
const service = await startEngine()
const owner = { token: '', left: 0 }
let uploads = 0
try {
  const outcomes = []
  for (const set of PUBLIC_SETS.filter(({ repository }) => repository.includes(PUBLIC_FILES_SETS))) {
    const folder = folderOf(set.repository)
    if (!folder) {
      console.log(`${set.repository}: not there, left out`)
      continue
    }
    outcomes.push(...(await readSet(set, folder)))
  }
  printTable(outcomes)
  if (PUBLIC_FILES_LIST) await writeFile(PUBLIC_FILES_LIST, linesOf(outcomes))
} finally {
  await service.stop()
}

function folderOf(repository) {
  const folder = join(PUBLIC_FILES, repository.replace('/', '+'))
  return [join(folder, 'repo'), folder].find((path) => existsSync(path))
}

async function readSet(set, folder) {
  const listed = await git(folder, ['ls-tree', '-r', '-l', set.commit])
  const files = listed
    .toString()
    .split('\n')
    .flatMap((line) => {
      const [, size, path] = /^\S+ blob \S+ +(\d+)\t(.*)$/.exec(line) ?? []
      const fits = path && set.paths.test(path) && Number(size) > 0 && Number(size) <= MAX_BYTES
      return fits ? [path] : []
    })
    .filter((_, index) => index % set.every === 0)
  const outcomes = []
  const rest = files.entries()
  const work = async () => {
    for (const [index, path] of rest) {
      const content = await git(folder, ['cat-file', 'blob', `${set.commit}:${path}`])
      const outcome = await outcomeOf(path, content).catch((error) => ({
        class: 'failed',
        why: String(error.cause ?? error).slice(0, 200),
      }))
      outcomes[index] = { ...set, path, ...outcome }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

async function git(folder, args) {
  const { stdout } = await run('git', ['-C', folder, ...args], { encoding: 'buffer', maxBuffer: MAX_OUTPUT })
  return stdout
}

/** Every owner has a limited number of data sources and bytes. */
async function tokenOfOwner() {
  if (owner.left-- <= 0) Object.assign(owner, { token: await service.signIn(), left: UPLOADS_PER_OWNER })
  return owner.token
}

async function outcomeOf(path, content) {
  const ending = path.split('.').at(-1).toLowerCase()
  const token = await tokenOfOwner()
  const form = new FormData()
  form.set('name', `public file ${uploads++}`)
  form.set('file', new Blob([content]), basename(path))
  const reply = await fetch(`${service.origin}/api/data_source`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { status, message, data } = await reply.json()
  if (status !== 'ok') return { class: reply.status < 500 ? 'refused' : 'failed', why: message }
  try {
    const tables = []
    for (const table of data.tables) tables.push(await tableOf(table, token))
    const misread = MISREAD_BY_OTHER.get(basename(path))
    if (misread) return { class: 'right, other reader wrong', why: misread }
    return judgeReading({ tables, reference: await readReference(content, ending) })
  } finally {
    await service.call('DELETE', `/data_source/${data.id}`, { token })
  }
}

async function tableOf({ name, columns, reading }, token) {
  const sql = `SELECT ${columns.map((column) => `CAST("${column.name.replaceAll('"', '""')}" AS VARCHAR)`)} FROM ${name}`
  const reply = await fetch(`${service.origin}/api/data_source/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sql, format: 'csv' }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${name}: ${text.slice(0, 200)}`)
  const rows = parseDelimited(text, ',').slice(1)
  const { notes, settings } = reading
  const names = columns.map((column) => column.name)
  return {
    name,
    names,
    notes,
    hasHeader: settings.header_row !== 0,
    rows,
  }
}

function printTable(outcomes) {
  const classes = [...new Set(outcomes.map(({ class: label }) => label))].toSorted()
  console.log(
    `| repository | files | ${classes.join(' | ')} |\n|---|---|${classes.map(() => '---|').join('')}`,
  )
  const groups = Object.groupBy(outcomes, ({ repository }) => repository)
  for (const [label, group] of [...Object.entries(groups), ['all', outcomes]]) {
    const counts = classes.map((name) => group.filter((outcome) => outcome.class === name).length)
    console.log(`| ${label} | ${group.length} | ${counts.join(' | ')} |`)
  }
  for (const { repository, path, why } of outcomes.filter((outcome) => /wrong|failed/.test(outcome.class)))
    console.log(`- ${repository} ${path}: ${why}`)
}

/** One line a file below its repository and commit. Only refusals say why, so that the list holds no data. */
function linesOf(outcomes) {
  const groups = Object.groupBy(outcomes, ({ repository, commit }) => `${repository} ${commit}`)
  return Object.entries(groups)
    .map(([title, group]) => `${title}\n${group.map(lineOf).join('')}`)
    .join('\n')
}

function lineOf({ path, class: label, why }) {
  return `  ${label}: ${path}${label === 'refused' ? ` (${why.replace(/\s+/g, ' ')})` : ''}\n`
}
