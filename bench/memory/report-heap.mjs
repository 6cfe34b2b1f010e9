// Loaded by `NODE_OPTIONS=--import` into a service that is measured: writes what V8 holds to a file when SIGUSR2 arrives.
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import v8 from 'node:v8'

const folder = process.env.BENCH_MEMORY_FOLDER ?? ''

process.on('SIGUSR2', () => {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const code = v8
    .getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name.startsWith('code'))
    .reduce((total, space) => total + space.space_used_size, 0)
  const file = path.join(folder, `${process.pid}.json`)
  writeFileSync(`${file}.draft`, JSON.stringify({ rss, heapTotal, heapUsed, external, arrayBuffers, code }))
  renameSync(`${file}.draft`, file)
})
