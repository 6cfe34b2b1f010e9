// `pnpm bench neighbours [--seconds 8]`: what a second user waits for while another client misbehaves, in each of the ways
// of bench/neighbours/misbehaviours.mjs. The second user signs in, runs `SELECT 1`, uploads 8 bytes and asks a question,
// again and again. Printed are the slowest of each and the calls that failed. Needs no build.
import { parseArgs } from 'node:util'
import { MISBEHAVIOURS } from './neighbours/misbehaviours.mjs'
import { openHostileTool } from './neighbours/open-hostile-tool.mjs'
import { openNeighbour } from './neighbours/open-neighbour.mjs'
import { openStranger } from './neighbours/open-stranger.mjs'
import { startEngine, startPeer } from './start-service.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } })

const model = await startPeer('zero-latency-model.mjs')
const hostileTool = await openHostileTool()
const service = await startEngine({
  args: ['--built-in-tools'],
  env: { PARLEY_CATALOG_FILE: hostileTool.catalogFile },
})
try {
  const neighbour = await openNeighbour(service, model.origin)
  console.log(
    '| meanwhile | sign-in ms | `SELECT 1` ms | upload ms | question ms | calls | failed | their replies |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  await report('nothing', async () => {}, neighbour)
  for (const [name, misbehave] of Object.entries(MISBEHAVIOURS)) await report(name, misbehave, neighbour)
} finally {
  await service.stop()
  await hostileTool.close()
  model.stop()
}

/** @param {string} name @param {import('./neighbours/misbehaviours.mjs').Misbehaviour} misbehave @param {import('./neighbours/open-neighbour.mjs').Neighbour} neighbour */
async function report(name, misbehave, neighbour) {
  const over = new AbortController()
  const stranger = await openStranger(service, hostileTool, over.signal)
  const misbehaving = misbehave(stranger)
  const endsAt = performance.now() + Number(values.seconds) * 1000
  const seen = await neighbour.callUntil(endsAt)
  over.abort()
  await misbehaving
  await stranger.close()
  const slowest = ['signIn', 'statement', 'upload', 'question'].map((act) => Math.round(seen.slowestMs[act]))
  const replies = Object.entries(stranger.replies).map(([status, count]) => `${count} × ${status}`)
  console.log(`| ${[name, ...slowest, seen.calls, seen.failures.length, replies.join(', ')].join(' | ')} |`)
  for (const failure of seen.failures.slice(0, 3)) console.log(`  ${failure}`)
}
