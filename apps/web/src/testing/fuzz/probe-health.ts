// Requests /healthz repeatedly in its own process and prints its findings when its input ends. Arguments: the
// origin and the process id of the service. For each probe it records the CPU time of the main thread, so that a
// busy machine is not mistaken for a blocked service.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type HealthReport = {
  readonly probes: number
  readonly failures: number
  /** Time until the reply, in milliseconds. */
  readonly p50Ms: number
  readonly p999Ms: number
  readonly longestMs: number
  /** The longest CPU time of the service's main thread during a probe, and when that probe started and ended. */
  readonly longestBlockedMs: number
  readonly longestBlocked: { readonly startedAtMs: number; readonly endedAtMs: number }
}

const EVERY_MS = 25
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10

const [origin, pid] = process.argv.slice(2)
const times: number[] = []
let longestBlockedMs = 0
let longestBlocked = { startedAtMs: 0, endedAtMs: 0 }
let failures = 0
let isEnded = false

process.stdin.resume().once('end', () => {
  isEnded = true
})

/** CPU time of the service's main thread so far, user and system (proc_pid_stat(5)). Its other threads delay no reply. */
function readProcessorMs(): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

while (!isEnded) {
  const startedAt = performance.now()
  try {
    const processorMs = readProcessorMs()
    const reply = await fetch(`${origin}/healthz`)
    await reply.text()
    const took = performance.now() - startedAt
    times.push(took)
    const blockedMs = Math.min(took, readProcessorMs() - processorMs)
    if (blockedMs > longestBlockedMs) {
      longestBlockedMs = blockedMs
      longestBlocked = { startedAtMs: Date.now() - took, endedAtMs: Date.now() }
    }
    if (reply.status !== 200) failures++
  } catch {
    failures++
  }
  await wait(EVERY_MS)
}

times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
const report: HealthReport = {
  probes: times.length,
  failures,
  p50Ms: at(0.5),
  p999Ms: at(0.999),
  longestMs: at(1),
  longestBlockedMs,
  longestBlocked,
}
process.stdout.write(`${JSON.stringify(report)}\n`)
