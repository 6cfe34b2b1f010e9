import { parseNodeId } from '@parley/ledger'

/** Whether a text is a node id. */
export function isNodeId(text: string): boolean {
  try {
    parseNodeId(text)
    return true
  } catch {
    return false
  }
}
