import { readTable } from '../../state/table.ts'
import type { MethodHandler } from './method.ts'
import { readAssetName } from './read-asset-name.ts'

/** Reads an asset by symbol or id. */
export const handleAsset: MethodHandler<'asset'> = ({ chain, height }, params) => {
  const name = readAssetName(params.asset)
  if ('error' in name) return name
  const asset = readTable(chain.timeline.tables.assets, name.asset, height)
  return asset === undefined ? { error: 'asset not found' } : { result: asset }
}
