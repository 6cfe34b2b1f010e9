import { openAsBlob } from 'node:fs'
import path from 'node:path'
import type { ParleyClient } from '@parley/sdk'
import { UsageError } from './failure.ts'
import type { Terminal } from './terminal.ts'

type About = {
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly name?: string
  readonly description?: string
}

const BYTES_OF_MEGABYTE = 1_000_000

/** Connects a file of this computer as a data source. Throws UsageError when it cannot be read. */
export async function uploadSource(
  parley: ParleyClient,
  file: string,
  { terminal, signal, ...fields }: About,
): Promise<Awaited<ReturnType<ParleyClient['dataSource']['upload']>>> {
  const blob = await openFile(file)
  const size = (blob.size / BYTES_OF_MEGABYTE).toFixed(1)
  terminal.note(`[sending ${path.basename(file)}, ${size} MB]`)
  // A file of the disk is read while it is sent.
  return await parley.dataSource.upload(
    { file: new File([blob], path.basename(file)), ...fields },
    { signal },
  )
}

async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be read. Check its path and its permissions.`, { cause })
  }
}
