import { balanceKey } from '../../state/ledger-tables.ts'
import { readTable } from '../../state/table.ts'
import type { MethodHandler } from './method.ts'
import { readAddress } from './read-address.ts'
import { readAssetName } from './read-asset-name.ts'

/** Reads a balance; of an unknown address or asset it is 0. */
export const handleBalance: MethodHandler<'balance'> = ({ chain, height }, params) => {
  const { balances } = chain.timeline.tables
  const name = readAssetName(params.asset)
  // Only a valid address has an entry, so that most calls need not decode theirs.
  const known = 'asset' in name ? balanceKey(params.address ?? '', name.asset) : undefined
  if (known !== undefined && balances.has(known)) {
    return { result: { amount: readTable(balances, known, height) ?? 0n } }
  }
  const reader = readAddress(params.address)
  if ('error' in reader) return reader
  if ('error' in name) return name
  const key = balanceKey(reader.address, name.asset)
  return { result: { amount: readTable(balances, key, height) ?? 0n } }
}
