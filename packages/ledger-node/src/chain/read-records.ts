import type { NodeId } from '@parley/ledger'
import type { AssetRecord, ValidatorStakeRecord } from '../state/ledger-tables.ts'
import { readTable } from '../state/table.ts'
import type { Chain } from './create-chain.ts'

/** The state of an asset after the block of a height; undefined when there was none. The native asset is named by its symbol. */
export function readAsset({ timeline }: Chain, asset: string, height: number): AssetRecord | undefined {
  return readTable(timeline.tables.assets, asset, height)
}

/** The registered stake of a validator after the block of a height; undefined without a registration. */
export function readValidatorStake(
  { timeline }: Chain,
  nodeID: NodeId,
  height: number,
): ValidatorStakeRecord | undefined {
  return readTable(timeline.tables.validatorStakes, nodeID, height)
}
