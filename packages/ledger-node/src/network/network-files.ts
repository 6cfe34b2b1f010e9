import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringifyJson } from '@parley/ledger'

/** The names of a network's two files. */
export type NetworkFiles = Readonly<{ genesis: string; script: string }>

/** Where the files of a network folder are. */
export function networkFiles(folder: string): NetworkFiles {
  return { genesis: path.join(folder, 'genesis.json'), script: path.join(folder, 'script.json') }
}

/** Replaces a file with a value's JSON atomically. */
export function replaceJsonFile(file: string, value: unknown): void {
  renameSync(writeBeside(file, value), file)
}

/** Writes a value's JSON to a new file. Leaves an existing file unchanged. */
export function createJsonFile(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const unfinished = writeBeside(file, value)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(unfinished)
  }
}

function writeBeside(file: string, value: unknown): string {
  const unfinished = `${file}.${process.pid}.tmp`
  writeFileSync(unfinished, `${breakLines(stringifyJson(value))}\n`)
  return unfinished
}

// One transaction a line: readable, and small in version control.
function breakLines(json: string): string {
  return json.replaceAll('},{"height"', '},\n{"height"').replace('"transactions":[', '"transactions":[\n')
}
