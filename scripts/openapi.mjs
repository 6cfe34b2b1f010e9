// Writes docs/openapi.json, the reference in docs/reference and the operations of the Python client from the contract.
// With --check it only reports whether the committed files are current.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildOpenApi, listChanges } from '../packages/contract/src/index.ts'
import { writePythonOperations } from './openapi/write-python-operations.mjs'
import { writeReference } from './openapi/write-reference.mjs'

const REFERENCE = 'docs/reference'
const root = path.join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const document = `${JSON.stringify(buildOpenApi(), null, 2)}\n`
const pages = writeReference(JSON.parse(document), listChanges())

write('docs/openapi.json', document)
write('packages/sdk-python/src/parley_client/operations.py', writePythonOperations(JSON.parse(document)))
mkdirSync(path.join(root, REFERENCE), { recursive: true })
for (const [name, page] of pages) write(`${REFERENCE}/${name}`, page)
for (const name of readdirSync(path.join(root, REFERENCE))) {
  if (!pages.has(name)) remove(`${REFERENCE}/${name}`)
}

/** @param {string} name @param {string} current */
function write(name, current) {
  const file = path.join(root, name)
  if (!isCheck) writeFileSync(file, current)
  else if (readOld(file) !== current) report(`${name} differs from the contract.`)
}

/** @param {string} name */
function remove(name) {
  if (isCheck) report(`${name} is about nothing in the contract.`)
  else rmSync(path.join(root, name))
}

/** @param {string} problem */
function report(problem) {
  console.error(`${problem} Run: node scripts/openapi.mjs`)
  process.exitCode = 1
}

/** @param {string} file */
function readOld(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
