import path from 'node:path'
import { defineConfig } from 'prisma/config'

const folder = import.meta.dirname

// Prisma's own schema engine is a download from outside the npm registry. The stand-in runs the same engine
// as WebAssembly. Set the variable to use a native engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(folder, 'tools/schema-engine.mjs')

export default defineConfig({
  schema: path.join(folder, 'schema'),
  migrations: { path: path.join(folder, 'migrations') },
  datasource: { url: process.env.DATABASE_URL ?? 'memory:' },
})
