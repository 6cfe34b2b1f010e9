import { NATIVE_ASSET } from '../../constants.ts'
import { nameAsset } from '../../script/fields.ts'

/** The asset that a text names; nothing names the native one. Otherwise the text of the error. */
export function readAssetName(text = ''): { asset: string } | { error: string } {
  if (text.trim() === '') return { asset: NATIVE_ASSET }
  try {
    return { asset: nameAsset(text) }
  } catch {
    return { error: 'invalid asset id: base58 form or checksum is wrong' }
  }
}
