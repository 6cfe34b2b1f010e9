import { measureLoad, median } from '../measure-load.mjs'
import { prepareModelCall } from '../model-call.mjs'
import { cpuSeconds, startEngine, startPeer } from '../start-service.mjs'

const AT_ONCE = 16
const ROUNDS = 3
const SECONDS = 3

/** POST /chat/invoke-llm against a bare proxy to the same zero-latency model. */
export async function measureCall() {
  const model = await startPeer('zero-latency-model.mjs')
  const proxy = await startPeer('bare-proxy.mjs', [String(model.port)])
  const service = await startEngine()
  try {
    const { own: ask, bare } = await prepareModelCall(service, model)
    const rounds = []
    for (let round = 0; round <= ROUNDS; round++)
      rounds.push({ bare: await measure(proxy, bare), own: await measure(service, ask) })
    // The first round warms up.
    const of = (pick) => median(rounds.slice(1).map(pick))
    return {
      'model calls, 16 at once: a second ÷ bare proxy': {
        better: 'higher',
        value: of(({ own, bare: base }) => own.perSecond / base.perSecond),
      },
      'model calls, 16 at once: CPU ÷ bare proxy': {
        better: 'lower',
        value: of(({ own, bare: base }) => own.cpu / base.cpu),
      },
    }
  } finally {
    await service.stop()
    proxy.stop()
    model.stop()
  }
}

async function measure({ origin, pid }, request) {
  const before = await cpuSeconds(pid)
  const load = await measureLoad({ origin, request, connections: AT_ONCE, seconds: SECONDS })
  if (load.failures > 0) throw new Error(`${load.failures} requests failed`)
  return { perSecond: load.perSecond, cpu: ((await cpuSeconds(pid)) - before) / load.count }
}
