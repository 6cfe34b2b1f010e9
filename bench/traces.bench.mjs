// What traces cost: the CPU of a stored turn with three tool calls while every span is sent, compared with the same
// service without an endpoint. Rounds are interleaved. The model and the receiver answer at once. V8 compiles for
// thousands of turns, and a turn costs three times as much before, so both services answer `--warm` seconds first.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { askInSessions } from './ask-in-sessions.mjs'
import { measureTurns, median } from './measure-load.mjs'
import { openSessions } from './open-sessions.mjs'
import { startCpuMeter, startEngine, startPeer } from './start-service.mjs'

const { values: options } = parseArgs({ options: { warm: { type: 'string', default: '30' } } })
const ROUNDS = 8
const SECONDS = 3

let received = 0
const receiver = createServer((request, response) => {
  received += 1
  request.resume().once('end', () => response.end())
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${receiver.address().port}`
try {
  console.log('| tools | at once | CPU ms a turn without traces, with them | × | × of each round |')
  console.log('| --- | --- | --- | --- | --- |')
  await compare('three trivial ones', { clients: 4 })
  await compare('metadata, SQL, chart', { clients: 1, args: ['--built-in-tools'], modelArgs: ['--chart'] })
  console.log(`The receiver took ${received} requests.`)
} finally {
  receiver.closeAllConnections()
  receiver.close()
}

async function compare(tools, { clients, args = [], modelArgs = [] }) {
  const model = await startPeer('tool-calling-model.mjs', modelArgs)
  const services = [
    await startEngine({ args }),
    await startEngine({ args, env: { OTEL_EXPORTER_OTLP_ENDPOINT } }),
  ]
  try {
    const turns = []
    for (const service of services) {
      const { token, sessions } = await openSessions(service, model, clients)
      turns.push(askInSessions(sessions, '/api/chat/query', { authorization: `Bearer ${token}` }))
    }
    for (const [at, { origin }] of services.entries())
      await measureTurns({ origin, turn: turns[at], clients, seconds: Number(options.warm) })
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const cpus = []
      // Each goes first as often as the other.
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0])
        cpus[at] = await cpuOfTurn(services[at], { clients, turn: turns[at] })
      rounds.push(cpus)
    }
    const [off, on] = [0, 1].map((at) => median(rounds.map((cpus) => cpus[at] * 1000)).toFixed(2))
    const ratios = rounds.map(([without, traced]) => traced / without)
    const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
    console.log(`| ${tools} | ${clients} | ${off}, ${on} | ${median(ratios).toFixed(3)} | ${each} |`)
  } finally {
    for (const service of services) await service.stop()
    model.stop()
  }
}

async function cpuOfTurn({ origin, pid }, { clients, turn }) {
  const spent = await startCpuMeter(pid)
  const { count, failures } = await measureTurns({ origin, turn, clients, seconds: SECONDS })
  if (failures > 0) throw new Error(`${failures} turns failed`)
  return (await spent()) / count
}
