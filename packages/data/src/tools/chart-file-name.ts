import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'

const MAX_LETTERS = 60
/** File systems take 255 bytes with the ending. */
const MAX_BYTES = 200

/**
 * The name of a chart's files without their ending: its title in lower case with letters of every script, words joined
 * by hyphens. `chart` for a chart without a title.
 */
export function chartFileName({ title }: JsonObject): string {
  const words = textOf(title)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  let name = ''
  for (const letter of [...words.replace(/^-|-$/g, '')].slice(0, MAX_LETTERS)) {
    if (Buffer.byteLength(name + letter) > MAX_BYTES) break
    name += letter
  }
  return name.replace(/-$/, '') || 'chart'
}

/** A title is a text, lines of text, or an object with either. */
function textOf(title: JsonValue | undefined): string {
  if (isJsonObject(title)) return textOf(title.text)
  if (Array.isArray(title)) return title.map(textOf).join(' ')
  return typeof title === 'string' ? title : ''
}
