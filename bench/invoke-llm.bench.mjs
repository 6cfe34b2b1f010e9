// POST /chat/invoke-llm, authenticated and with its configuration read from the database, against a bare node:http
// proxy to the same zero-latency model: throughput as a ratio, rounds interleaved. V8 compiles for thousands of calls, so
// each row answers `--warm` seconds first.
//
//   node bench/invoke-llm.bench.mjs [--warm 15]
import { parseArgs } from 'node:util'
import { measureLoad, median } from './measure-load.mjs'
import { prepareModelCall } from './model-call.mjs'
import { cpuSeconds, startPeer, startService } from './start-service.mjs'

const { values: options } = parseArgs({ options: { warm: { type: 'string', default: '15' } } })
const ROUNDS = 5
const SECONDS = 4

const model = await startPeer('zero-latency-model.mjs')
const proxy = await startPeer('bare-proxy.mjs', [String(model.port)])
const service = await startService()
try {
  const { own: ask, bare } = await prepareModelCall(service, model)
  console.log('| at once | bare proxy /s | Parley /s | ratio | p50 added ms | CPU µs a request |')
  console.log('|---|---|---|---|---|---|')
  for (const connections of [1, 16, 64]) {
    await measureLoad({ origin: service.origin, request: ask, connections, seconds: Number(options.warm) })
    await measureLoad({ origin: proxy.origin, request: bare, connections, seconds: 2 })
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const base = await measureLoad({ origin: proxy.origin, request: bare, connections, seconds: SECONDS })
      const cpuBefore = await cpuSeconds(service.pid)
      const own = await measureLoad({ origin: service.origin, request: ask, connections, seconds: SECONDS })
      const cpu = ((await cpuSeconds(service.pid)) - cpuBefore) / (own.perSecond * SECONDS)
      if (own.failures > 0) throw new Error(`${own.failures} requests failed`)
      rounds.push({ base, own, ratio: own.perSecond / base.perSecond, cpu })
    }
    const of = (pick) => median(rounds.map(pick))
    const added = of(({ own, base }) => own.p50Ms - base.p50Ms).toFixed(2)
    const line = [
      connections,
      of(({ base }) => base.perSecond).toFixed(0),
      of(({ own }) => own.perSecond).toFixed(0),
    ]
    console.log(
      `| ${line.join(' | ')} | ${of(({ ratio }) => ratio).toFixed(2)} | ${added} | ${(of(({ cpu }) => cpu) * 1e6).toFixed(0)} |`,
    )
  }
} finally {
  await service.stop()
  proxy.stop()
  model.stop()
}
