// `node bench/fuzz.bench.mjs [--requests 100000] [--from 0] [--concurrency 16] [--minutes 60] [--console]`: sends hostile
// input to every operation and door of the service and prints the replies. With --console the built service answers,
// with its pages and the sign-in library. The rules are those of apps/web/src/shell/fuzz.test.ts.
import { parseArgs } from 'node:util'
import { runFuzz } from '../apps/web/src/testing/fuzz/run-fuzz.ts'
import { cpuSeconds, residentMiB, startEngine, startService } from './start-service.mjs'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '16' },
    minutes: { type: 'string', default: '60' },
    console: { type: 'boolean', default: false },
  },
})
const service = values.console ? await startService() : await startEngine()
try {
  const startedAt = performance.now()
  const report = await runFuzz({
    origin: service.origin,
    pid: service.pid,
    token: await service.signIn(),
    otherToken: await service.signIn(),
    spareToken: await service.signIn(),
    from: Number(values.from),
    count: Number(values.requests),
    concurrency: Number(values.concurrency),
    longestMs: Number(values.minutes) * 60_000,
    onProgress: (sent) => {
      if (sent % 5_000 === 0) process.stderr.write(`${sent} requests\n`)
    },
  })
  const seconds = (performance.now() - startedAt) / 1000
  const metrics = await (await fetch(`${service.origin}/metrics`)).text()
  const delay = /^parley_event_loop_delay_p999_seconds (\S+)/m.exec(metrics)?.[1]
  console.log(JSON.stringify(report, null, 2))
  console.log({
    seconds: Math.round(seconds),
    cpuSeconds: Math.round(await cpuSeconds(service.pid)),
    residentMiB: Math.round(await residentMiB(service.pid)),
    eventLoopDelayP999Ms: Number(delay) * 1000,
  })
} finally {
  await service.stop()
}
