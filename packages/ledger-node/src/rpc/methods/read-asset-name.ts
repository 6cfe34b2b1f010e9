import { NATIVE_ASSET } from '../../rules/constants.ts'
import { nameAsset } from '../../schema/fields.ts'

/**
 * Parses the name of an asset; returns the text of the error when it is invalid. An empty text names the
 * native asset.
 */
export function readAssetName(text = ''): { asset: string } | { error: string } {
  if (text.trim() === '') return { asset: NATIVE_ASSET }
  try {
    return { asset: nameAsset(text) }
  } catch {
    return { error: 'invalid asset id: base58 form or checksum is wrong' }
  }
}
