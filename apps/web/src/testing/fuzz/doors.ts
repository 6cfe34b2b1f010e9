import { encode, toText } from './encode.ts'

type DoorRequest = { readonly method: string; readonly path: string; readonly body: string | null }

/** A request with a hostile value to a door that is not an operation of the table. */
type Door = (value: unknown) => DoorRequest

const call = (path: string, body: object): DoorRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
})
const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
const get = (path: string): DoorRequest => ({ method: 'GET', path, body: null })

/** The doors besides the operations: MCP, the ledger, the demo model, pages and the sign-in library. */
export const DOORS: Readonly<Record<string, Door>> = {
  mcp: (value) => call('/mcp', rpc('tools/call', { name: 'execute_sql', arguments: value })),
  'mcp method': (value) => call('/mcp', rpc(toText(value).slice(0, 100_000), value)),
  ledger: (value) => call('/api/chainapi', rpc('chainvm.balance', value)),
  'ledger batch': (value) => call('/api/chainapi', [rpc(toText(value).slice(0, 100_000), [value])]),
  'demo model': (value) => call('/demo-model/v1/chat/completions', { model: 'm', messages: value }),
  'demo question': (value) =>
    call('/demo-model/v1/chat/completions', {
      model: 'm',
      messages: [{ role: 'user', content: value }],
      tools: [{ type: 'function', function: { name: 'find_metadata', parameters: value } }],
    }),
  page: (value) => get(`/chats/${encode(toText(value))}`),
  'page query': (value) => get(`/?server=${encode(toText(value))}`),
  'sign-in library': (value) => call('/api/auth/callback/wallet', { wallet: value, signature: value }),
  'sign-in callback': (value) => get(`/api/mcp/oauth/callback?state=${encode(toText(value))}`),
}
