// Loaded by `NODE_OPTIONS=--import` into a service that is measured: from one SIGUSR2 to the next it samples the objects that
// collections of new objects moved to the old space, and writes them to a file with the functions that made them. Only
// a collection of the whole heap frees such an object.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'

const folder = process.env.BENCH_MEMORY_FOLDER ?? ''
const SAMPLE_BYTES = 4096
/** @type {Session | null} */
let session = null

process.on('SIGUSR2', () => {
  if (session === null) {
    session = new Session()
    session.connect()
    session.post('HeapProfiler.startSampling', {
      samplingInterval: SAMPLE_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: false,
    })
    return
  }
  session.post('HeapProfiler.stopSampling', (error, { profile }) => {
    const file = path.join(folder, `${process.pid}.json`)
    writeFileSync(`${file}.draft`, JSON.stringify(error ? [] : bytesByFunction(profile.head)))
    renameSync(`${file}.draft`, file)
  })
})

/** @param {import('node:inspector').HeapProfiler.SamplingHeapProfileNode} head @returns {[string, number][]} most first */
function bytesByFunction(head) {
  /** @type {Map<string, number>} */
  const bytes = new Map()
  const nodes = [head]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const { functionName, url, lineNumber } = node.callFrame
    const name = `${functionName || 'unnamed'} ${url.replace(/.*\/(node_modules|service)\//, '')}:${lineNumber + 1}`
    bytes.set(name, (bytes.get(name) ?? 0) + node.selfSize)
    nodes.push(...node.children)
  }
  return [...bytes].sort(([, a], [, b]) => b - a)
}
