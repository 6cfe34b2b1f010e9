import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'

const decoder = new TextDecoder('utf-8', { fatal: true })

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Reads a JSON object. Nesting and keys are counted before parsing, because deeply nested text could be
 * parsed but not be serialised again. Throws `invalid_request`.
 */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  requireShallow(bytes)
  const value = parse(bytes)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new AppError('invalid_request', 'The body must be a JSON object.')
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (cause) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}

/** Counts nesting and keys of a JSON text without parsing it. Throws `invalid_request` over the bounds. */
export function requireShallow(bytes: Uint8Array): void {
  let depth = 0
  let keys = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isInText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x3a) keys++
    if (depth > LIMITS.bodyDepth) {
      throw new AppError('invalid_request', `The body is nested deeper than ${LIMITS.bodyDepth} levels.`)
    }
  }
  if (keys > LIMITS.bodyKeys)
    throw new AppError('invalid_request', `The body has more than ${LIMITS.bodyKeys} keys.`)
}
