import { monitorEventLoopDelay } from 'node:perf_hooks'
import { nameOperation } from '@parley/api'
import type { Deps } from '@parley/core'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Admission } from './admission.ts'
import type { Exchange } from './exchange.ts'
import type { OpenExchanges } from './open-exchanges.ts'

/** Upper bounds in seconds: from a fast lookup to a long turn. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
/** How often the delay of the event loop is sampled. */
const DELAY_RESOLUTION_MS = 10
const NANOSECONDS = 1e9
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** The metrics of the process. They live as long as the shell. */
export type Metrics = {
  /** Measures an exchange until its reply has ended. */
  readonly count: (exchange: Exchange) => void
  /** Returns all metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>
  readonly contentType: string
}

/**
 * Counts requests by operation, method and status with their durations in seconds, open requests and turns, database
 * connections, and the process itself (memory, processor, delay of the event loop).
 */
export function createMetrics({
  exchanges,
  admission,
  deps,
}: {
  readonly exchanges: OpenExchanges
  readonly admission: Admission
  readonly deps: Deps
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its reply.',
    labelNames: ['operation', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delays.enable()
  addGauges(registry, {
    parley_event_loop_delay_p999_seconds: [
      'Delay of the event loop since the start, 99.9th percentile.',
      () => delays.percentile(99.9) / NANOSECONDS,
    ],
    parley_event_loop_delay_max_seconds: [
      'Longest delay of the event loop since the start.',
      () => delays.max / NANOSECONDS,
    ],
    parley_http_requests_in_flight: ['Requests being answered.', () => exchanges.count()],
    parley_http_slots_taken: ['Requests that hold a slot of the admission.', admission.slotCount],
    parley_http_bodies_arriving: ['Requests whose body is still arriving.', admission.arrivingCount],
    parley_turns_in_flight: ['Turns being answered by this process.', () => deps.turns.runIds().length],
    parley_database_connections: ['Open connections to the database.', () => deps.db.pool.totalCount],
    parley_database_connections_idle: [
      'Connections to the database that are idle.',
      () => deps.db.pool.idleCount,
    ],
    parley_database_waiting: ['Statements that wait for a connection.', () => deps.db.pool.waitingCount],
  })

  return {
    count(exchange) {
      const startedAt = performance.now()
      exchange.response.once('close', () => {
        durations.observe(labelsOf(exchange), (performance.now() - startedAt) / 1000)
      })
    },
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

type Reading = readonly [help: string, read: () => number]

function addGauges(registry: Registry, gauges: Readonly<Record<string, Reading>>): void {
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}

function labelsOf(exchange: Exchange) {
  return { ...nameRequest(exchange), status: exchange.response.statusCode }
}

/** The method and operation of a request. They have few values, whatever a client sends. */
export function nameRequest({ request, path }: Pick<Exchange, 'request' | 'path'>) {
  const method = request.method && METHODS.has(request.method) ? request.method : 'other'
  return { operation: operationOf(method, path), method }
}

function operationOf(method: string, path: string): string {
  if (path.startsWith('/api/trpc/')) return 'console.call'
  if (path.startsWith('/api/')) return nameOperation(method, path.slice('/api'.length)) ?? 'none'
  return path === '/mcp' ? 'tool_server' : 'page'
}
