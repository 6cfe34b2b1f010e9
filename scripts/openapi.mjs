// Writes docs/openapi.json from the contract. With --check it only reports whether the committed file is
// current.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildOpenApi } from '../packages/contract/src/index.ts'

const file = path.join(import.meta.dirname, '../docs/openapi.json')
const current = `${JSON.stringify(buildOpenApi(), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, current)
else if (readOld() !== current) {
  console.error('docs/openapi.json differs from the contract. Run: node scripts/openapi.mjs')
  process.exitCode = 1
}

function readOld() {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
