import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'

const MANIFEST = 'manifest.json'

const part = z.object({
  /** Relative to the folder of the backup, with slashes. */
  path: z.string().regex(/^(tables|files)\/[^\\]+$/),
  bytes: z.int().nonnegative(),
  /** Of the bytes in the backup, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** `server_version` of PostgreSQL. */
  postgresVersion: z.string(),
  /** The migrations of the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** In the order in which they can be filled: a table comes after the tables that its foreign keys name. */
  tables: z.array(part.extend({ table: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Sequences that were used, with their last value. */
  sequences: z.array(z.object({ sequence: z.string(), lastValue: z.string() })),
  /** Contents of the data folder. */
  files: z.array(part),
})

export type Manifest = z.infer<typeof manifestSchema>
export type BackupPart = z.infer<typeof part>
export type BackupTable = Manifest['tables'][number]

/** Writes the manifest and waits for the disk. It is the last file of a backup: without it the backup is incomplete. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 1)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads the manifest of a backup. Throws a BackupError when it is missing or invalid. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new BackupError(
      `${folder} is no complete backup: it has no ${MANIFEST}, which is written last. Use another backup.`,
      { cause },
    )
  })
  const parsed = manifestSchema.safeParse(toJson(text))
  if (parsed.success) return parsed.data
  throw new BackupError(`The ${MANIFEST} in ${folder} is damaged or of a newer release. Use another backup.`)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
