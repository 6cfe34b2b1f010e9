import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const READER = 'apps/web/src/env.ts'
const EXAMPLE = '.env.example'
const NAME =
  /\b(?:PORT|HOST|DATABASE_URL|SMITHERY_API_KEY|CHAIN_RPC_URL|LEDGER_RPC_URL|LEDGER_WATCH|PARLEY_[A-Z_]+)\b/g

/**
 * `.env.example` explains exactly the settings that the service reads.
 *
 * @param {import('./read-project.mjs').Project} project
 * @returns {string[]}
 */
export function checkSettings({ root, files }) {
  const reader = files.find((file) => file.path === READER)
  const example = path.join(root, EXAMPLE)
  if (!reader || !existsSync(example)) return []
  const read = namesIn(reader.text)
  const explained = namesIn(readFileSync(example, 'utf8'))
  return [
    ...[...read]
      .filter((name) => !explained.has(name))
      .map((name) => `${EXAMPLE}: does not explain ${name}, which ${READER} reads.`),
    ...[...explained]
      .filter((name) => !read.has(name))
      .map((name) => `${EXAMPLE}: explains ${name}, which ${READER} does not read.`),
  ]
}

/** @param {string} text @returns {Set<string>} */
function namesIn(text) {
  return new Set([...text.matchAll(NAME)].map(([name]) => name))
}
