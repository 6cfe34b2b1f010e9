import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import { readForm } from '../schema/read-form.ts'
import { readJson } from '../schema/read-json.ts'
import { Script } from './script.ts'

/**
 * Reads a script from its JSON text.
 *
 * @throws InvalidNetworkError naming the invalid field and the reason.
 */
export function readScript(text: string): Script {
  const script = readForm('script', Script, readJson('script', text))
  checkScript(script)
  return script
}

/**
 * Checks what the schema of a script cannot express: that validators are different and transactions are
 * sorted.
 * @throws InvalidNetworkError naming the invalid field and the reason.
 */
export function checkScript(script: Script): void {
  refuseRepeats(script)
  refuseDisorder(script)
}

function refuseRepeats({ consensusValidators }: Script): void {
  const seen = new Set<string>()
  for (const [index, { nodeID }] of consensusValidators.entries()) {
    if (seen.has(nodeID)) {
      throw new InvalidNetworkError(`script.consensusValidators[${index}].nodeID`, 'appears twice')
    }
    seen.add(nodeID)
  }
}

function refuseDisorder({ transactions }: Script): void {
  let last = 0
  for (const [index, { height }] of transactions.entries()) {
    if (height < last) {
      const reason = `is below the height of the transaction before it (${last}); sort transactions by height`
      throw new InvalidNetworkError(`script.transactions[${index}].height`, reason)
    }
    last = height
  }
}
