/**
 * Compares the cost of a call through the pool with the same call through the bare SDK. The reference server
 * runs in its own process. The two take turns, so that both see the same machine.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createToolServers, toolHash } from '../src/index.ts'
import { context, http, OWNER } from '../src/testing/bind.ts'
import { startEverything } from '../src/testing/start-everything.ts'

const ROUNDS = 400
const PARALLEL = 50
const INPUT = { a: 2, b: 3 }

const everything = await startEverything('streamableHttp')
const url = `${everything.origin}/mcp`
const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(new StreamableHTTPClientTransport(new URL(url)))
await client.listTools()
const servers = createToolServers({ fetch })
const target = { ownerId: OWNER, toolServerId: 'bench', connection: http(url), properties: [] }
const definition = (await servers.listTools(target)).find(({ name }) => name === 'get-sum')
if (!definition) throw new Error('the reference server has no get-sum')
const [tool] = servers.bindTools({
  ownerId: OWNER,
  bindings: [{ ...target, toolName: 'get-sum', pin: { hash: toolHash(definition), tool: definition } }],
})
if (!tool) throw new Error('nothing was bound')

const bare = () => client.callTool({ name: 'get-sum', arguments: INPUT })
const pooled = () => tool.call(INPUT, context())
const times = { bare: [] as number[], pooled: [] as number[] }
for (let round = -50; round < ROUNDS; round++) {
  const [first, second] = [await timed(bare), await timed(pooled)]
  if (round < 0) continue
  times.bare.push(first)
  times.pooled.push(second)
}
print('bare SDK', times.bare)
print('pooled', times.pooled)
process.stdout.write(`ratio of medians ${(at(times.pooled, 0.5) / at(times.bare, 0.5)).toFixed(2)}\n`)
const parallel = await timed(() => Promise.all(Array.from({ length: PARALLEL }, pooled)))
process.stdout.write(`${PARALLEL} at once on one session ${parallel.toFixed(0)} ms\n`)

await servers.close()
await client.close()
await everything.close()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function at(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function print(label: string, values: readonly number[]): void {
  process.stdout.write(
    `${label}: p50 ${at(values, 0.5).toFixed(2)} ms, p95 ${at(values, 0.95).toFixed(2)} ms\n`,
  )
}
