// Uploads of a large CSV file and of large NDJSON: the memory of the service and of the process that reads
// the file, during the upload and the conversion. PARLEY_BENCH_UPLOAD_MIB sets the size of each, 1024 by
// default.
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { residentMiB, startEngine } from './start-service.mjs'

const SIZE_MIB = Number(process.env.PARLEY_BENCH_UPLOAD_MIB ?? 1024)
const MIB = 1_048_576
const SAMPLE_MS = 50
const PIECE_ROWS = 10_000

const FORMATS = {
  csv: {
    head: 'id,day,city,amount,note\n',
    line: (id, { day, city, amount, note }) => `${id},${day},${city},${amount},${note}\n`,
  },
  ndjson: { head: '', line: (id, row) => `${JSON.stringify({ id, ...row })}\n` },
}

const service = await startEngine()
try {
  const token = await service.signIn()
  console.log(
    '| format | MiB | rows | sent in s | read in s | service before MiB | service peak MiB | child peak MiB |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [format, writer] of Object.entries(FORMATS)) await report(format, writer, token)
} finally {
  await service.stop()
}

async function report(format, writer, token) {
  const before = await residentMiB(service.pid)
  const watch = watchMemory(service.pid)
  const startedAt = performance.now()
  const upload = await send(format, writer, token)
  const peak = await watch.stop()
  const [table] = upload.source.tables
  if (table.row_count !== upload.rows)
    throw new Error(`${upload.rows} rows were sent, ${table.row_count} are there`)
  const sentS = (upload.sentAt - startedAt) / 1000
  const readS = (performance.now() - upload.sentAt) / 1000
  const figures = [upload.bytes / MIB, upload.rows, sentS, readS, before, peak.service, peak.child]
  console.log(`| ${format} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`)
}

async function send(format, writer, token) {
  const counts = { rows: 0, bytes: 0, sentAt: 0 }
  const boundary = 'parley-bench'
  async function* form() {
    yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.${format}"\r\n\r\n${writer.head}`
    while (counts.bytes < SIZE_MIB * MIB) {
      const piece = Buffer.from(rows(writer.line, counts.rows))
      counts.rows += PIECE_ROWS
      counts.bytes += piece.byteLength
      yield piece
    }
    yield `\r\n--${boundary}--\r\n`
    counts.sentAt = performance.now()
  }
  const outgoing = request(`${service.origin}/api/data_source`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  const incoming = new Promise((resolve, reject) => outgoing.once('response', resolve).once('error', reject))
  await pipeline(Readable.from(form()), outgoing)
  const { status, message, data } = JSON.parse(await readAll(await incoming))
  if (status !== 'ok') throw new Error(message)
  return { ...counts, source: data }
}

function rows(line, first) {
  return Array.from({ length: PIECE_ROWS }, (_, index) => {
    const id = first + index
    const day = `20${10 + (id % 15)}-0${1 + (id % 9)}-1${id % 10}`
    return line(id, {
      day,
      city: `City ${id % 997}`,
      amount: (id % 100_000) / 100,
      note: `Note number ${(id * 7919) % 1_000_003}`,
    })
  }).join('')
}

async function readAll(stream) {
  let text = ''
  for await (const piece of stream.setEncoding('utf8')) text += piece
  return text
}

/** Samples the resident memory of a process and of the largest of its children. */
function watchMemory(pid) {
  const peak = { service: 0, child: 0 }
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak.service = Math.max(peak.service, await residentMiB(pid))
      for (const child of await childrenOf(pid)) {
        peak.child = Math.max(peak.child, await residentMiB(child).catch(() => 0))
      }
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return peak
    },
  }
}

async function childrenOf(pid) {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}
