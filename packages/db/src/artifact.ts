import { storedBytes } from './count-records.ts'
import type { Database } from './database.ts'
import type { OwnerId } from './owner.ts'
import { retireGoneBlobs } from './retired-blob.ts'
import { type Columns, selectList } from './select-list.ts'
import { prepare } from './statement.ts'
import { isForeignKeyRefusal } from './translate-failure.ts'

/** A generated file; the blob store has its content at `path`. */
export type Artifact = {
  readonly artifactId: string
  readonly fileName: string
  readonly mediaType: string
  /** Size of the content. */
  readonly bytes: number
  readonly path: string
  /** The stored run that created it and is deleted with it; null for a run that is not stored. */
  readonly runId: string | null
  /** When it may be deleted; null when it is deleted with its run. */
  readonly expiresAt: Date | null
  readonly createdAt: string
}

/** `mostBytes` is what the owner may store with it; no limit when it is left out. */
type NewArtifact = Omit<Artifact, 'createdAt'> & { readonly mostBytes?: number }

const columns: Columns<Artifact> = {
  artifactId: 'artifact_id',
  fileName: 'file_name',
  mediaType: 'media_type',
  bytes: 'bytes',
  path: 'path',
  runId: 'run_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
}

type InsertValues = [
  owner: OwnerId,
  artifactId: string,
  fileName: string,
  mediaType: string,
  bytes: number,
  path: string,
  runId: string | null,
  expiresAt: Date | null,
  mostBytes: number | null,
]

// The size is compared with the storage here, because a second statement would cost half a millisecond for each file.
// The commit for a stored run does not wait for the disk: the commit at the end of the turn does, and covers this one.
const insertArtifact = prepare('insert_artifact')<InsertValues, object>(`
  insert into artifacts (user_id, artifact_id, file_name, media_type, bytes, path, run_id, expires_at)
  select $1, $2, $3, $4, $5::int, $6, $7, $8
  from set_config('synchronous_commit',
    case when $7::uuid is null then current_setting('synchronous_commit') else 'off' end, true)
  where ($7::uuid is null
    or exists (select from runs r join sessions s on s.id = r.session_id where r.id = $7 and s.user_id = $1))
    and ($9::float8 is null or ${storedBytes('$1')} + $5::int <= $9)
  returning artifact_id
`)

const selectArtifact = prepare('select_artifact')<
  [owner: OwnerId, artifactId: string, fileName: string],
  Artifact
>(`
  select ${selectList(columns)} from artifacts where user_id = $1 and artifact_id = $2 and file_name = $3
    and (expires_at is null or expires_at > clock_timestamp())
`)

const updateFile = prepare('update_artifact_file')<
  [owner: OwnerId, artifactId: string, fileName: string, path: string, bytes: number],
  object
>(`
  with gone as (
    select path from artifacts where user_id = $1 and artifact_id = $2 and file_name = $3 and path <> $4
  ), retired as (${retireGoneBlobs})
  update artifacts set path = $4, bytes = $5
    where user_id = $1 and artifact_id = $2 and file_name = $3 and path <> $4
  returning artifact_id
`)

const deleteExpired = prepare('delete_expired_artifacts')<[], object>(`
  with gone as (delete from artifacts where expires_at <= clock_timestamp() returning path) ${retireGoneBlobs}
`)

/**
 * Stores the row of a generated file. Returns false when its run was deleted with its session, or is not the owner's, or
 * when it does not fit in the owner's storage. The caller then deletes the file.
 */
export async function createArtifact(db: Database, owner: OwnerId, artifact: NewArtifact): Promise<boolean> {
  const { artifactId, fileName, mediaType, bytes, path, runId, expiresAt, mostBytes = null } = artifact
  try {
    const place = [owner, artifactId, fileName, mediaType, bytes, path, runId, expiresAt] as const
    const values: InsertValues = [...place, mostBytes]
    const created = await insertArtifact(db.pool, values)
    return created.length === 1
  } catch (error) {
    if (isForeignKeyRefusal(error)) return false
    throw error
  }
}

/** Reads an artifact of the owner; null when there is none, or when it has expired. */
export async function getArtifact(
  db: Database,
  owner: OwnerId,
  { artifactId, fileName }: Pick<Artifact, 'artifactId' | 'fileName'>,
): Promise<Artifact | null> {
  const [artifact] = await selectArtifact(db.pool, [owner, artifactId, fileName])
  return artifact ?? null
}

/** Lists the ids of the files of a run that have not expired. */
export async function listRunArtifacts(db: Database, owner: OwnerId, runId: string): Promise<string[]> {
  const rows = await db.prisma.artifact.findMany({
    where: { userId: owner, runId, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    select: { artifactId: true },
  })
  return rows.map(({ artifactId }) => artifactId)
}

/**
 * Puts another file in place of an artifact's and retires the old one. Returns false when the artifact is gone, or has
 * this file already.
 */
export async function replaceArtifactFile(
  db: Database,
  owner: OwnerId,
  { artifactId, fileName, path, bytes }: Pick<Artifact, 'artifactId' | 'fileName' | 'path' | 'bytes'>,
): Promise<boolean> {
  const updated = await updateFile(db.pool, [owner, artifactId, fileName, path, bytes])
  return updated.length === 1
}

/** Deletes the rows of all expired artifacts and retires their files. */
export async function deleteExpiredArtifacts(db: Database): Promise<void> {
  await deleteExpired(db.pool, [])
}
