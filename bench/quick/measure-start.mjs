import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../measure-load.mjs'
import { residentMiB, startEngine, startPeer } from '../start-service.mjs'

const ROUNDS = 3

/** From the start of the process to its first line, and the memory some seconds later, against a bare node:http server. */
export async function measureStart() {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    const bare = await startPeer('bare-proxy.mjs', ['1'])
    const bareMs = performance.now() - startedAt
    const service = await startEngine()
    await sleep(2_000)
    rounds.push({
      start: service.startMs / bareMs,
      memory: (await residentMiB(service.pid)) / (await residentMiB(bare.pid)),
    })
    await service.stop()
    bare.stop()
  }
  return {
    'start to listening, without the console ÷ bare node:http': {
      better: 'lower',
      value: median(rounds.map(({ start }) => start)),
    },
    'idle memory of the process, without the console ÷ bare node:http': {
      better: 'lower',
      value: median(rounds.map(({ memory }) => memory)),
    },
  }
}
