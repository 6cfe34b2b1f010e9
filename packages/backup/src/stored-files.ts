import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { copyBytes } from './copy-bytes.ts'
import type { BackupPart } from './manifest.ts'

/** Folders of the data directory that records name files in. Everything else there is made again when it is missing. */
const STORED_FOLDERS = ['data/datasets', 'blobs'] as const

// A write goes to a draft first. Its final name appears when it is whole.
const DRAFT = /\.draft$/

/** Lists the files of a data directory that belong to a backup, as relative paths with slashes. */
export async function listStoredFiles(dataDirectory: string): Promise<string[]> {
  const lists = await Promise.all(STORED_FOLDERS.map((folder) => listFiles(dataDirectory, folder)))
  return lists.flat()
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(nothingWhereMissing)
  const lists = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return await listFiles(root, path)
    return entry.isFile() && !DRAFT.test(entry.name) ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}

/**
 * Copies the stored files of a data directory into a backup, one after another. Leaves out a file that disappears
 * meanwhile: it was never recorded.
 */
export async function copyStoredFiles(dataDirectory: string, backup: string): Promise<BackupPart[]> {
  const parts: BackupPart[] = []
  for (const file of await listStoredFiles(dataDirectory)) {
    const path = `files/${file}`
    const copied = await copyBytes(createReadStream(join(dataDirectory, file)), join(backup, path)).catch(
      nullWhereMissing,
    )
    if (copied) parts.push({ path, ...copied })
  }
  return parts
}

function nothingWhereMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

function nullWhereMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
