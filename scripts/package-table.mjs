// Writes the table of packages into ARCHITECTURE.md. `pnpm check` reports when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DOCUMENT, withPackageTable } from './structure/package-table.mjs'

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, DOCUMENT)
writeFileSync(file, withPackageTable(root, readFileSync(file, 'utf8')))
