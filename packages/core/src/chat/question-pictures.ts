import { randomUUID } from 'node:crypto'
import type { HistoryRow, Picture } from '@parley/agent'
import { getArtifact, type OwnerId, type QuestionPicture, type TurnContext } from '@parley/db'
import { AppError } from '@parley/errors'
import { readsImages } from '../agent/reads-images.ts'
import type { Blobs } from '../artifact/blobs.ts'
import type { SeesPictures } from '../llm-config/open-model.ts'
import { requireStorage, type StorageDeps } from '../quota.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { requireSession } from '../session/get-session.ts'

type Deps = StorageDeps & {
  readonly blobs: Blobs
  readonly cipher: Cipher
  readonly seesPictures: SeesPictures
}

/** Maximum pictures of earlier questions that the model reads again: the newest ones. */
const MAXIMUM_OLD_PICTURES = 4

/** The first bytes of each kind of picture. */
const SIGNATURES = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
} as const

/**
 * Reads the images of a question from `data:` URLs (RFC 2397). Throws `invalid_request` for one whose bytes are not of
 * the kind that it names, and `invalid_config` when the model of the session does not read images.
 */
export async function readPictures(
  deps: Deps,
  owner: OwnerId,
  { sessionId, images }: { readonly sessionId: string; readonly images: readonly string[] },
): Promise<Picture[]> {
  if (images.length === 0) return []
  const { agentId } = await requireSession(deps, owner, sessionId)
  const { readsImages: isSeen, model } = await readsImages(deps, owner, agentId)
  if (isSeen) return images.map(toPicture)
  throw new AppError(
    'invalid_config',
    `The model ${model} does not read images. Ask without them, or choose an agent whose model reads images.`,
  )
}

function toPicture(url: string, index: number): Picture {
  const [, named = '', base64 = ''] = /^data:([a-z/]+);base64,(.*)$/.exec(url) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const head = bytes.toString('latin1', 0, 16)
  const mediaType = Object.keys(SIGNATURES)
    .filter(isMediaType)
    .find((type) => SIGNATURES[type].test(head))
  if (mediaType === named && isMediaType(named)) return { mediaType: named, bytes }
  const found = mediaType ? `is ${mediaType}` : 'is no PNG, JPEG, GIF or WebP picture'
  throw new AppError(
    'invalid_request',
    `images[${index}] says ${named} and ${found}. Send the kind of the picture and its bytes.`,
  )
}

function isMediaType(type: string): type is Picture['mediaType'] {
  return type in SIGNATURES
}

/** Stores the files of pictures for a question that is stored next. Throws `too_large` when the storage is full. */
export async function storePictures(
  deps: Deps,
  owner: OwnerId,
  pictures: readonly Picture[],
): Promise<QuestionPicture[]> {
  if (pictures.length === 0) return []
  const size = pictures.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  await requireStorage(deps, owner, size)
  return Promise.all(
    pictures.map(async ({ mediaType, bytes }, index) => {
      const artifactId = randomUUID()
      const fileName = `image-${index + 1}.${mediaType.slice('image/'.length)}`
      const path = `artifacts/${owner}/${artifactId}/${fileName}`
      await deps.blobs.write(path, bytes)
      const address = `artifacts/${artifactId}/${fileName}`
      return { artifactId, fileName, mediaType, bytes: bytes.byteLength, path, address }
    }),
  )
}

/** Removes the files of pictures whose question was not stored. */
export async function dropPictures(
  { blobs }: Pick<Deps, 'blobs'>,
  pictures: readonly QuestionPicture[],
): Promise<void> {
  await Promise.all(pictures.map(({ path }) => blobs.remove(path)))
}

/** The history with the newest pictures of its questions, in their places. A file that is gone is left out. */
export async function withPictures(
  deps: Pick<Deps, 'db' | 'blobs'>,
  owner: OwnerId,
  history: TurnContext['history'],
): Promise<readonly HistoryRow[]> {
  // Most sessions have no pictures. Without this, each message would cost a wait for nothing.
  if (history.every(({ role, artifacts }) => role !== 'user' || artifacts === null)) return history
  let left = MAXIMUM_OLD_PICTURES
  const rows: HistoryRow[] = []
  for (const { artifacts, ...row } of history.toReversed()) {
    const wanted = row.role === 'user' ? (artifacts ?? []).slice(0, left) : []
    left -= wanted.length
    const read = await Promise.all(wanted.map((address) => readPicture(deps, owner, address)))
    rows.push({ ...row, pictures: read.filter((picture) => picture !== null) })
  }
  return rows.reverse()
}

async function readPicture(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  owner: OwnerId,
  address: string,
): Promise<Picture | null> {
  const [, artifactId = '', fileName = ''] = address.split('/')
  const row = await getArtifact(db, owner, { artifactId, fileName })
  const bytes = row && (await blobs.read(row.path))
  if (!row || !bytes || !isMediaType(row.mediaType)) return null
  return { mediaType: row.mediaType, bytes }
}
