import { measureLoad, median } from '../measure-load.mjs'
import { cpuSeconds, startEngine, startPeer } from '../start-service.mjs'

const AT_ONCE = 16
const ROUNDS = 3
const SECONDS = 3
const JSON_TYPE = { 'content-type': 'application/json' }
const MESSAGES = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Six times seven?' },
]

/** POST /chat/invoke-llm against a bare proxy to the same zero-latency model. */
export async function measureCall() {
  const model = await startPeer('zero-latency-model.mjs')
  const proxy = await startPeer('bare-proxy.mjs', [String(model.port)])
  const service = await startEngine()
  try {
    const token = await service.signIn()
    const body = {
      provider: 'ollama',
      base_url: `${model.origin}/v1`,
      model: 'zero',
      name: 'Zero',
      api_key: 'key',
    }
    const config = await service.call('POST', '/llm_config', { token, body })
    const ask = {
      path: '/api/chat/invoke-llm',
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        model_config_id: config.id,
        prompt: 'Six times seven?',
        system_message: 'Be brief.',
      }),
    }
    const bare = {
      path: '/',
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ model: 'zero', messages: MESSAGES }),
    }
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
