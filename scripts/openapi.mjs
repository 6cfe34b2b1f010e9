// Writes docs/openapi.json and the operations of the Python client from the contract. With --check it only reports
// whether the committed files are current.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildOpenApi } from '../packages/contract/src/index.ts'
import { writePythonOperations } from './openapi/write-python-operations.mjs'

const root = path.join(import.meta.dirname, '..')
const document = `${JSON.stringify(buildOpenApi(), null, 2)}\n`
write('docs/openapi.json', document)
write('packages/sdk-python/src/parley_client/operations.py', writePythonOperations(JSON.parse(document)))

/** @param {string} name @param {string} current */
function write(name, current) {
  const file = path.join(root, name)
  if (!process.argv.includes('--check')) writeFileSync(file, current)
  else if (readOld(file) !== current) {
    console.error(`${name} differs from the contract. Run: node scripts/openapi.mjs`)
    process.exitCode = 1
  }
}

/** @param {string} file */
function readOld(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
