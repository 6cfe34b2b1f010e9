import { type LedgerNetwork, parseAddress, parseAsset, parseNodeId, parseTxId } from '@parley/ledger'

/** The page of the ledger that shows a record. */
export type LedgerPlace = { readonly path: string; readonly query?: Readonly<Record<string, string>> }

const LOOK_UP = '/ledger/look-up'

/**
 * Returns the page of what a person typed: an address, a node id, a transaction id, an asset or a block height. Null for
 * any other text. Form and checksum decide; nothing is asked from the network.
 */
export function findRecord(text: string, network: LedgerNetwork): LedgerPlace | null {
  const typed = text.trim()
  const height = /^#?(\d{1,3}(?:,?\d{3})*|\d+)$/.exec(typed)?.[1]?.replaceAll(',', '')
  if (height !== undefined) return { path: LOOK_UP, query: { height } }
  if (isValid(() => parseNodeId(typed))) return { path: `/ledger/validators/${typed}` }
  if (isValid(() => parseAddress(typed, network.addressPrefix)))
    return { path: LOOK_UP, query: { address: typed } }
  if (isValid(() => parseTxId(typed))) return { path: LOOK_UP, query: { tx: typed } }
  if (isValid(() => parseAsset(typed, network))) return { path: LOOK_UP, query: { asset: typed } }
  return null
}

function isValid(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
