/** Levels of nesting up to which a reply is parsed. */
export const MAX_DEPTH = 100

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

type DepthScan = (chunk: Uint8Array) => { depth: number; hasBlankLine: boolean }

/**
 * Counts open brackets outside of strings, over JSON and over events that carry JSON. A line break ends a
 * string, because JSON strings contain none. A quote in the framing of an event therefore cannot hide
 * brackets after it.
 */
export function createDepthScan(): DepthScan {
  let depth = 0
  let isString = false
  let isEscaped = false
  let last = 0
  return (chunk) => {
    let deepest = depth
    let hasBlankLine = false
    for (const byte of chunk) {
      if (byte === NEWLINE) {
        if (last === NEWLINE) {
          hasBlankLine = true
          depth = 0
        }
        isString = false
        isEscaped = false
      } else if (isEscaped) isEscaped = false
      else if (isString) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isString = false
      } else if (byte === QUOTE) isString = true
      else if (OPENING.has(byte)) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (CLOSING.has(byte) && depth > 0) depth -= 1
      // A carriage return before the line feed belongs to the line break.
      if (byte !== 0x0d) last = byte
    }
    return { depth: deepest, hasBlankLine }
  }
}
