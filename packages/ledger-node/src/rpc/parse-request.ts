import { rawMember } from './raw-member.ts'

/** The error object of a reply; `data` is JSON text. */
export type RpcFault = Readonly<{ code: number; message: string; data: string }>

/** A valid request. `id` is its source text, undefined for a notification. */
export type RpcCall = Readonly<{ method: string; params: unknown; id: string | undefined }>

/** An invalid request. A notification (`isNotification`) gets an empty reply. */
export type RpcRefusal = Readonly<{ fault: RpcFault; id: string | undefined; isNotification: boolean }>

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600

const ZERO_REQUEST = '{"jsonrpc":"","method":"","params":null,"id":null}'

/**
 * Parses the body of a request. A body that is not a JSON object, or has fields of other types, is a parse error, which
 * gets a reply even without an id. Another version than 2.0 is an invalid request.
 */
export function parseRequest(body: string): RpcCall | RpcRefusal {
  const value = parse(body)
  if (value === undefined) return parseRefusal('the body is not JSON')
  // A node that decodes null into a record gets an empty record: a request without version and id.
  if (value === null) return versionRefusal(ZERO_REQUEST, undefined)
  if (typeof value !== 'object') return parseRefusal(`the body is a ${typeof value}, not an object`)
  if (Array.isArray(value)) return parseRefusal('the body is an array; batches are not supported')

  const { jsonrpc = '', method = '', params, id } = fieldsOf(value)
  const rawId = id === undefined || id === null ? undefined : rawMember(body, 'id')
  if (typeof jsonrpc !== 'string' && jsonrpc !== null) return typeRefusal('jsonrpc', body, rawId)
  if (typeof method !== 'string' && method !== null) return typeRefusal('method', body, rawId)
  if (jsonrpc !== '2.0') return versionRefusal(echo(body, { jsonrpc, method, rawId }), rawId)
  return { method: method ?? '', params, id: rawId }
}

type Fields = { jsonrpc?: unknown; method?: unknown; params?: unknown; id?: unknown }

function fieldsOf(value: object): Fields {
  return value
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function parseRefusal(message: string): RpcRefusal {
  return { fault: { code: PARSE_ERROR, message, data: ZERO_REQUEST }, id: undefined, isNotification: false }
}

function versionRefusal(data: string, id: string | undefined): RpcRefusal {
  const fault = { code: INVALID_REQUEST, message: 'jsonrpc must be 2.0', data }
  return { fault, id, isNotification: id === undefined }
}

function typeRefusal(field: 'jsonrpc' | 'method', body: string, rawId: string | undefined): RpcRefusal {
  const data = echo(body, { rawId })
  return {
    fault: { code: PARSE_ERROR, message: `${field} must be a string`, data },
    id: rawId,
    isNotification: false,
  }
}

/** Writes the decoded request with its fields in their original order. */
function echo(
  body: string,
  { jsonrpc, method, rawId }: { jsonrpc?: string | null; method?: string | null; rawId: string | undefined },
): string {
  const version = JSON.stringify(jsonrpc ?? '')
  const name = JSON.stringify(method ?? '')
  const params = rawMember(body, 'params') ?? 'null'
  return `{"jsonrpc":${version},"method":${name},"params":${params},"id":${rawId ?? 'null'}}`
}
