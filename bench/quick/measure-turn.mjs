import { askInSessions } from '../ask-in-sessions.mjs'
import { measureTurns, median } from '../measure-load.mjs'
import { openSessions } from '../open-sessions.mjs'
import { startCpuMeter, startEngine, startPeer } from '../start-service.mjs'

const ROUNDS = 3
const SECONDS = 3

/** Stored turns with three tools, trivial ones and the built-in ones, against a hand-written loop that stores the same rows. */
export async function measureTurn() {
  const trivial = await measureRounds({ clients: 16 })
  const chart = await measureRounds({ clients: 1, engine: ['--built-in-tools'], model: ['--chart'] })
  return {
    'turns, three trivial tools, 16 at once: a second ÷ hand-written loop': {
      better: 'higher',
      value: trivial(({ own, loop }) => own.perSecond / loop.perSecond),
    },
    'turns, three trivial tools, 16 at once: CPU ÷ hand-written loop': {
      better: 'lower',
      value: trivial(({ own, loop }) => own.cpu / loop.cpu),
    },
    'turns, metadata, SQL and a chart, one by one: CPU with children ÷ hand-written loop': {
      better: 'lower',
      value: chart(({ own, loop }) => own.cpu / loop.cpu),
    },
    'turns, metadata, SQL and a chart, one by one: p50 ÷ hand-written loop': {
      better: 'lower',
      value: chart(({ own, loop }) => own.p50Ms / loop.p50Ms),
    },
  }
}

/** Returns a function that gives the median of a figure over the rounds. */
async function measureRounds({ clients, engine = [], model: modelOptions = [] }) {
  const model = await startPeer('tool-calling-model.mjs', modelOptions)
  const service = await startEngine({ args: engine })
  const loop = await startPeer('hand-written-loop.mjs', [model.origin, service.databaseUrl])
  try {
    const { token, sessions } = await openSessions(service, model, 2 * clients)
    const authorization = `Bearer ${token}`
    const rounds = []
    for (let round = 0; round <= ROUNDS; round++) {
      const base = await measure(loop, { clients, turn: askInSessions(sessions.slice(clients), '/', {}) })
      const turn = askInSessions(sessions.slice(0, clients), '/api/chat/query', { authorization })
      rounds.push({ loop: base, own: await measure(service, { clients, turn }) })
    }
    // The first round warms up.
    return (pick) => median(rounds.slice(1).map(pick))
  } finally {
    loop.stop()
    await service.stop()
    model.stop()
  }
}

async function measure({ origin, pid }, { clients, turn }) {
  const spent = await startCpuMeter(pid)
  const load = await measureTurns({ origin, turn, clients, seconds: SECONDS })
  if (load.failures > 0) throw new Error(`${load.failures} turns failed`)
  return { ...load, cpu: (await spent()) / load.count }
}
