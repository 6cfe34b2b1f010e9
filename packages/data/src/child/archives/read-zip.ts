import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'

/** A file in a ZIP archive. */
export type ZipEntry = {
  /** With its folders, separated by slashes. */
  readonly name: string
  readonly packedBytes: number
  readonly isEncrypted: boolean
  /** The stream fails when the contents are damaged or longer than the archive says. */
  readonly open: () => Promise<Readable>
}

/** The files of an open ZIP archive, without its folders. */
export type ZipArchive = Disposable & { readonly entries: readonly ZipEntry[] }

/** An archive of a workbook has dozens of files, one of tables at most some hundreds. */
const MAX_ENTRIES = 10_000

/** Reads the directory of a ZIP archive (PKWARE APPNOTE 6.3.10). Throws for one that is damaged or has too many files. */
export async function readZip(path: string): Promise<ZipArchive> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  const entries: ZipEntry[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      if (entries.length === MAX_ENTRIES) throw new Error('The archive has too many files')
      const name = nameOf(entry.fileName as unknown as Buffer)
      if (name.endsWith('/')) continue
      entries.push({
        name,
        packedBytes: entry.compressedSize,
        isEncrypted: entry.isEncrypted(),
        open: () => archive.openReadStreamPromise(entry),
      })
    }
  } catch (error) {
    archive.close()
    throw error
  }
  return { entries, [Symbol.dispose]: () => archive.close() }
}

/** Many programs write names in UTF-8 without the flag that says so. */
function nameOf(bytes: Buffer): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes).replaceAll('\\', '/')
}
