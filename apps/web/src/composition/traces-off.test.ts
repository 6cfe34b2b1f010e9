import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Opens the traces of a service in a process, and prints the names of the telemetry libraries that it loaded. */
const PROGRAM = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  resolve(name, context, next) {
    // The library of the metrics brings the interface of OpenTelemetry without its SDK.
    const library = /^@opentelemetry\\/(?!api$)[^/]+/.exec(name)
    if (library) loaded.add(library[0])
    return next(name, context)
  },
})
const { readSettings } = await import('./src/env.ts')
await import('./src/composition/compose.ts')
await import('./src/shell/create-shell.ts')
const { openTraces } = await import('./src/composition/open-traces.ts')
const egress = { for: () => ({ send: null }) }
const traces = await openTraces(readSettings(), egress, console)
console.log(JSON.stringify({ isOpen: traces !== null, loaded: [...loaded].sort() }))
process.exit(0)
`

async function load(variables: Record<string, string>) {
  const args = ['--input-type=module', '--eval', PROGRAM]
  const env = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: 'postgresql://parley@127.0.0.1/parley',
    ...variables,
  }
  const cwd = new URL('../..', import.meta.url)
  const { stdout } = await run(process.execPath, args, { cwd, env })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318'

test('no library of OpenTelemetry is loaded without an endpoint, or where traces are switched off', async () => {
  const idle = { isOpen: false, loaded: [] }
  expect(await load({})).toEqual(idle)
  expect(await load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toEqual(idle)
  expect(await load({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toEqual(idle)
})

test('the libraries of OpenTelemetry are loaded with an endpoint', async () => {
  const { isOpen, loaded } = await load({ OTEL_EXPORTER_OTLP_ENDPOINT })
  expect(isOpen).toBe(true)
  expect(loaded).toContain('@opentelemetry/sdk-trace')
})
