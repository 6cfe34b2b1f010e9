import type { ContentBlock } from '@modelcontextprotocol/client'

export type ReceivedFile = {
  readonly mediaType: string
  readonly extension: string
  readonly bytes: Uint8Array
}

/**
 * Returns the file in a content block when it is a picture or a sound of a known type. The first bytes decide
 * the type, because the server's claim is not trusted. Files that a browser could execute are not kept.
 */
export function readFile(block: ContentBlock): ReceivedFile | null {
  const data = dataOf(block)
  if (data === null) return null
  const bytes = Buffer.from(data, 'base64')
  const kind = KINDS.find(({ matches }) => matches(bytes))
  return kind ? { mediaType: kind.mediaType, extension: kind.extension, bytes } : null
}

function dataOf(block: ContentBlock): string | null {
  if (block.type === 'image' || block.type === 'audio') return block.data
  if (block.type === 'resource' && 'blob' in block.resource) return block.resource.blob
  return null
}

type Kind = {
  readonly mediaType: string
  readonly extension: string
  readonly matches: (bytes: Buffer) => boolean
}

const startsWith = (hex: string) => (bytes: Buffer) =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex
const isRiff = (form: string) => (bytes: Buffer) =>
  bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === form

const KINDS: readonly Kind[] = [
  { mediaType: 'image/png', extension: 'png', matches: startsWith('89504e470d0a1a0a') },
  { mediaType: 'image/jpeg', extension: 'jpg', matches: startsWith('ffd8ff') },
  { mediaType: 'image/gif', extension: 'gif', matches: startsWith('47494638') },
  { mediaType: 'image/webp', extension: 'webp', matches: isRiff('WEBP') },
  { mediaType: 'audio/wav', extension: 'wav', matches: isRiff('WAVE') },
  { mediaType: 'audio/mpeg', extension: 'mp3', matches: startsWith('494433') },
  { mediaType: 'audio/ogg', extension: 'ogg', matches: startsWith('4f676753') },
]
