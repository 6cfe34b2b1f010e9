import {
  type Database,
  listLedgerAssets,
  noteLedgerAsset,
  noteLedgerTransaction,
  readLedgerHead,
} from '@parley/db'
import { AssetResult, parseAssetId, parseJson, readValue, TxResult } from '@parley/ledger'

/** What somebody looked up, and the JSON text of what the node answered. */
export type LookUp = {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly result: string
}

/** So many records of a network are remembered; whoever asks need not be known, so there is an end to it. */
const MAX_TRANSACTIONS = 10_000
/** These are read again and again. */
const MAX_ASSETS = 500

/**
 * Remembers a transaction or asset that somebody looked up: the interface has no list of them. What is of another form
 * than the interface says, and all other methods, are passed over.
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

/** The native asset goes by its symbol and is read anyway. */
function isAssetId(text: string): boolean {
  try {
    parseAssetId(text)
    return true
  } catch {
    return false
  }
}
