// The CPU of a stored turn that is streamed, 100 words in a second, with the events of the run kept as rows, compared with
// the same service that keeps none. Rounds are interleaved, so that the rest of the machine weighs on both alike.
import { measureMirrored, measureTurns, median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { cpuSeconds, startEngine, startPeer } from './start-service.mjs'

const ROUNDS = 5
const SECONDS = 6
const CLIENTS = 32

const model = await startPeer('slow-model.mjs', ['0'])
const services = {
  without: await startEngine({ args: ['--without-run-events'] }),
  kept: await startEngine(),
}
try {
  const contestants = {}
  for (const [name, service] of Object.entries(services))
    contestants[name] = { service, ...(await openSessions(service, model, CLIENTS)) }
  const measured = await measureMirrored(contestants, { rounds: ROUNDS, measure: measureCpuMs })
  const of = (pick) => median(measured.map(pick)).toFixed(2)
  console.log('| CPU ms a streamed turn: without events | with events as rows | × | × of each round |')
  console.log('|---|---|---|---|')
  const ratios = measured.map(({ without, kept }) => (kept.cpuMs / without.cpuMs).toFixed(2)).join(', ')
  const ratio = of(({ without, kept }) => kept.cpuMs / without.cpuMs)
  console.log(
    `| ${of(({ without }) => without.cpuMs)} | ${of(({ kept }) => kept.cpuMs)} | ${ratio} | ${ratios} |`,
  )
} finally {
  for (const service of Object.values(services)) await service.stop()
  model.stop()
}

/** @returns {Promise<{ cpuMs: number }>} CPU of the process of the service for one turn, in milliseconds */
async function measureCpuMs({ service, token, sessions }) {
  const before = await cpuSeconds(service.pid)
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
  }
  const turn = async (pool, client) => {
    const body = JSON.stringify({ session_id: sessions[client], query: 'Which month is the coldest?' })
    const reply = await pool.request({ path: '/api/chat/query', method: 'POST', headers, body })
    const text = await reply.body.text()
    return reply.statusCode === 200 && text.includes('event: message')
  }
  const { count, failures } = await measureTurns({
    origin: service.origin,
    turn,
    clients: CLIENTS,
    seconds: SECONDS,
  })
  if (failures > 0) throw new Error(`${failures} turns failed.`)
  return { cpuMs: (((await cpuSeconds(service.pid)) - before) * 1000) / count }
}
