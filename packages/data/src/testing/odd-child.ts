import { chmod, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Writes a program that speaks the language of a sandbox child and behaves as the `sql` of a query names: `twice`,
 * `another`, `flood`, `memory` and so on; every other text is answered as it should be. The single row of an answer
 * holds the process and the text. Start it in place of Node: its system confinement fails, so it runs unconfined.
 */
export async function writeOddChild(folder: string): Promise<string> {
  const file = join(folder, 'odd-child.mjs')
  const engine = createRequire(import.meta.url).resolve('@duckdb/node-api')
  await writeFile(file, `#!${process.execPath}\nconst DUCKDB = ${JSON.stringify(engine)}\n${PROGRAM}`)
  await chmod(file, 0o755)
  return file
}

const PROGRAM = `
import { spawn } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'

if (process.argv.includes('-e')) process.exit(1)

function send(value, { textBytes, times = 1 } = {}) {
  const text = Buffer.from(JSON.stringify(value))
  const header = Buffer.alloc(8)
  header.writeUInt32LE(textBytes ?? text.byteLength, 0)
  writeSync(3, Buffer.concat(Array.from({ length: times }, () => [header, text]).flat()))
}

const resultOf = (sql) => {
  const columns = [{ name: 'pid', type: 'INTEGER' }, { name: 'sql', type: 'VARCHAR' }]
  return { columns, rows: [{ pid: process.pid, sql }], rowCount: 1, keptRows: 1 }
}
const answer = (id, sql, times) => send({ id, ok: true, result: resultOf(sql) }, { times })

const ODDITIES = {
  twice: (id) => answer(id, 'twice', 2),
  later: (id) => { answer(id, 'later'); setTimeout(() => answer(id, 'later'), 50) },
  another: (id) => answer(id.replace(/^./, 'x'), 'another'),
  none: () => send({ ok: true, result: resultOf('none') }),
  flood: () => { send({}, { textBytes: 40 * 2 ** 20 }) },
  complaints: (id) => {
    for (let count = 0; count < 64; count++) writeSync(2, 'c'.repeat(2 ** 16))
    answer(id, 'complaints')
  },
  // An engine that is kept with its threads; workers of Node do not fit into the memory limit.
  threads: async (id) => {
    const { DuckDBInstance } = await import(DUCKDB)
    globalThis.kept = await DuckDBInstance.create(':memory:', { threads: '16' })
    answer(id, 'threads')
  },
  // Memory that is reserved and not used, as the engine keeps it.
  memory: (id) => { globalThis.kept = Buffer.alloc(600_000_000); answer(id, 'memory') },
  files: (id) => {
    for (let count = 0; count < 30; count++) openSync(process.execPath, 'r')
    answer(id, 'files')
  },
  process: (id) => { spawn('sleep', ['600'], { stdio: 'ignore' }); answer(id, 'process') },
  // The process that it leaves holds its pipes, and is out of the reach of its group.
  daemon: () => {
    const { pid } = spawn('sleep', ['20'], { detached: true, stdio: 'inherit' })
    send({ pid })
    process.kill(process.pid, 'SIGKILL')
  },
}

send({ ready: true })
let waiting = Buffer.alloc(0)
for await (const chunk of process.stdin) {
  waiting = Buffer.concat([waiting, chunk])
  while (waiting.length >= 8 && waiting.length >= 8 + waiting.readUInt32LE(0) + waiting.readUInt32LE(4)) {
    const end = 8 + waiting.readUInt32LE(0)
    const { id, input } = JSON.parse(waiting.subarray(8, end).toString())
    waiting = waiting.subarray(end + waiting.readUInt32LE(4))
    const behave = ODDITIES[input.sql] ?? ((asked) => answer(asked, input.sql))
    await behave(id)
  }
}
`
