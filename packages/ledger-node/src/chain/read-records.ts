import type { NodeId } from '@parley/ledger'
import type { AssetRecord, ValidatorStakeRecord } from '../state/ledger-tables.ts'
import { readTable } from '../state/table.ts'
import type { Chain } from './create-chain.ts'

/** An asset as it was after the block of a height; undefined when there was none. The native one goes by its symbol. */
export function readAsset({ timeline }: Chain, asset: string, height: number): AssetRecord | undefined {
  return readTable(timeline.tables.assets, asset, height)
}

/** What a validator had registered after the block of a height; undefined when nothing. */
export function readValidatorStake(
  { timeline }: Chain,
  nodeID: NodeId,
  height: number,
): ValidatorStakeRecord | undefined {
  return readTable(timeline.tables.validatorStakes, nodeID, height)
}
