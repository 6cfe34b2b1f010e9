import {
  type Database,
  listLedgerAssets,
  noteLedgerAsset,
  noteLedgerTransaction,
  readLedgerHead,
} from '@parley/db'
import { AssetResult, parseAssetId, parseJson, readValue, TxResult } from '@parley/ledger'

/** A call of a client through the gateway, and the JSON text of its result. */
export type LookUp = {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly result: string
}

/** Maximum number of stored transactions of a network. The gateway is public, so the number must be bounded. */
const MAX_TRANSACTIONS = 10_000
/** Maximum number of stored assets of a network; each is read again at every observation. */
const MAX_ASSETS = 500

/**
 * Stores a transaction or an asset that a client looked up, because the interface has no list of them. Ignores results
 * that do not match the interface, and all other methods.
 */
export async function noteLookUp(db: Database, network: string, lookUp: LookUp): Promise<void> {
  const { method, params, result } = lookUp
  if (method === 'tx') await noteTransaction(db, network, { txId: params.txId ?? '', result })
  if (method === 'asset') await noteAsset(db, network, { asset: params.asset ?? '', result })
}

async function noteTransaction(
  db: Database,
  network: string,
  { txId, result }: { txId: string; result: string },
): Promise<void> {
  const read = readValue(TxResult, parseJson(result))
  if (read.issues || txId === '') return
  const { timestamp, success, fee, units } = read.value
  await noteLedgerTransaction(db, network, {
    max: MAX_TRANSACTIONS,
    transaction: {
      txId,
      height: null,
      position: null,
      blockTime: new Date(Number(timestamp)),
      signer: null,
      success,
      failure: null,
      fee,
      units: units.map(String),
      actions: [],
    },
  })
}

async function noteAsset(
  db: Database,
  network: string,
  { asset, result }: { asset: string; result: string },
): Promise<void> {
  const head = await readLedgerHead(db, network)
  const read = readValue(AssetResult, parseJson(result))
  if (!head || read.issues || !isAssetId(asset)) return
  const known = await listLedgerAssets(db, network)
  if (known.length >= MAX_ASSETS || known.some((one) => one.asset === asset)) return
  await noteLedgerAsset(db, network, { asset, height: head.height, ...read.value })
}

/** Returns false for the native asset, which is named by its symbol and is always read. */
function isAssetId(text: string): boolean {
  try {
    parseAssetId(text)
    return true
  } catch {
    return false
  }
}
