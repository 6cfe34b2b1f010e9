import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/**
 * Loads the schema engine from `@prisma/schema-engine-wasm`.
 * Its own loader is written for bundlers, so the module is instantiated here.
 *
 * @returns {Promise<{ SchemaEngine: any, version: () => string, readPanic: () => string }>}
 *   `readPanic` gives what the engine said last when it broke, else an empty string
 */
export async function loadEngine() {
  const panic = {
    message: '',
    /** @param {string} message */
    set_message(message) {
      panic.message = message
    },
  }
  // The engine looks the registry up under this name. Without it a second error hides a panic.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panic })

  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'))
  const bindings = await import(path.join(folder, 'schema_engine_bg.js'))
  const { instance } = await WebAssembly.instantiate(
    readFileSync(path.join(folder, 'schema_engine_bg.wasm')),
    {
      './schema_engine_bg.js': bindings,
    },
  )
  bindings.__wbg_set_wasm(instance.exports)
  const start = /** @type {() => void} */ (instance.exports.__wbindgen_start)
  start()
  return { SchemaEngine: bindings.SchemaEngine, version: bindings.version, readPanic: () => panic.message }
}
