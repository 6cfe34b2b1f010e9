import { SaxesParser } from 'saxes'
import type { StoredObject } from './object-store.ts'
import { storeAway } from './store-error.ts'

type Page = { readonly objects: readonly StoredObject[]; readonly next: string | null }

/**
 * Reads one page of a list of objects. Throws `unavailable` for another document.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function readPage(xml: string): Page {
  const objects: StoredObject[] = []
  const path: string[] = []
  let [text, next, isTruncated] = ['', '', false]
  let found: Record<string, string> = {}
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
    if (path.length === 2 && name === 'Contents') found = {}
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    const parent = path.at(-2)
    path.pop()
    if (parent === 'Contents') found[name] = text
    else if (path.length !== 1) return
    else if (name === 'Contents') objects.push(toObject(found))
    else if (name === 'NextContinuationToken') next = text
    else if (name === 'IsTruncated') isTruncated = text === 'true'
  })
  try {
    parser.write(xml).close()
  } catch (cause) {
    throw storeAway(cause)
  }
  return { objects, next: isTruncated && next !== '' ? next : null }
}

function toObject({ Key: key = '', Size: size, LastModified: changed = '' }: Record<string, string>) {
  return { key, bytes: Number(size), changedAt: new Date(changed) }
}
