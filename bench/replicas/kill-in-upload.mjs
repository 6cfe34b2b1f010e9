import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('./world.d.ts').World} World */

const SENT_MS = 30_000

/**
 * Kills a replica while it sends an uploaded file to the store. The user sees no half file, and uploads it again through
 * another replica.
 *
 * @param {World} world
 */
export async function killInUpload({ client, ports, replicas, start, store, check }) {
  const [victim = 0, other = 0] = ports
  const rows = Array.from({ length: 1_000 }, (_, row) => `Ship ${row},${row}`)
  const body = { name: 'ships', format: 'csv', content: `ship,tons\n${rows.join('\n')}\n` }
  const before = new Set(store.objects.keys())
  let sent = 0
  store.fault = ({ method }) => {
    if (method !== 'PUT') return null
    sent++
    return 'silent'
  }
  const upload = client.call('POST /data_source', { port: victim, body }).then(
    () => 'acknowledged',
    () => 'failed',
  )
  for (let waited = 0; sent === 0 && waited < SENT_MS; waited += 50) await sleep(50)
  await replicas.get(victim)?.end('SIGKILL')
  replicas.delete(victim)
  store.fault = () => null
  check('the upload of a killed replica fails', sent > 0 && (await upload) === 'failed', await upload)
  const { data_sources: sources } = await client.call('GET /data_source', { port: other })
  const names = sources.map((/** @type {{ name: string }} */ { name }) => name)
  const left = [...store.objects.keys()].filter((key) => !before.has(key))
  check('it leaves no data source and no object', !names.includes('ships') && left.length === 0, left)
  const { id } = await client.call('POST /data_source', { port: other, body })
  replicas.set(victim, await start(victim))
  const { row_count } = await client.call(`GET /data_source/${id}/profile`, { port: victim })
  check('the file is uploaded again through another replica', row_count === rows.length, row_count)
}
