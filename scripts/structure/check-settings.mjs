import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const READERS = [
  'apps/web/src/env.ts',
  'apps/web/src/read-identity.ts',
  'apps/web/src/read-object-store.ts',
  'apps/web/src/read-sql-cluster.ts',
  'apps/web/src/read-telemetry.ts',
]
const EXAMPLE = '.env.example'
const NAME =
  /\b(?:PORT|HOST|DATABASE_URL|SMITHERY_API_KEY|CHAIN_RPC_URL|LEDGER_RPC_URL|LEDGER_WATCH|AWS_[A-Z0-9_]+|OTEL_[A-Z_]+|PARLEY_[A-Z_]+)\b/g

/**
 * Returns the settings that the service reads and `.env.example` does not explain, and the other way round.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkSettings({ root, files }) {
  const readers = files.filter((file) => READERS.includes(file.path))
  const example = path.join(root, EXAMPLE)
  if (readers.length === 0 || !existsSync(example)) return []
  const read = namesIn(readers.map(({ text }) => text).join('\n'))
  const explained = namesIn(readFileSync(example, 'utf8'))
  return [
    ...[...read]
      .filter((name) => !explained.has(name))
      .map((name) => `${EXAMPLE}: does not explain ${name}, which the service reads.`),
    ...[...explained]
      .filter((name) => !read.has(name))
      .map((name) => `${EXAMPLE}: explains ${name}, which the service does not read.`),
  ]
}

/** @param {string} text @returns {Set<string>} */
function namesIn(text) {
  return new Set([...text.matchAll(NAME)].map(([name]) => name))
}
