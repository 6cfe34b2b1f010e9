import { Genesis, isObject, list, Uint64 } from '@parley/ledger'
import { BLOCK_INTERVAL_MS } from '../rules/constants.ts'
import { closedObject } from '../schema/closed-object.ts'
import { AddressField } from '../schema/fields.ts'
import { InvalidNetworkError } from '../schema/invalid-network-error.ts'
import { readForm } from '../schema/read-form.ts'
import { readJson } from '../schema/read-json.ts'
import { GENESIS_DEFAULTS } from './default-genesis.ts'

// An unused price decays block by block to its minimum. This limits the number of those blocks.
const MAX_PRICE_DENOMINATOR = 10_000n
const BRANCH_FACTORS = [2, 4, 16, 256]

const GenesisFile = closedObject({
  ...Genesis.fields,
  customAllocation: list(closedObject({ address: AddressField, balance: Uint64 })),
  emissionBalancer: closedObject({ maxSupply: Uint64, emissionAddress: AddressField }),
})

/**
 * Reads a genesis from its JSON text. Missing parameters get their defaults.
 *
 * @throws InvalidNetworkError naming the invalid field and the reason.
 */
export function readGenesis(text: string): Genesis {
  const genesis = readForm('genesis', GenesisFile, withDefaults(readJson('genesis', text)))
  checkGenesis(genesis)
  return genesis
}

/**
 * Checks what the schema of a genesis cannot express: that a network can run on it.
 * @throws InvalidNetworkError naming the invalid field and the reason.
 */
export function checkGenesis(genesis: Genesis): void {
  refuseUnless(
    BRANCH_FACTORS.includes(genesis.stateBranchFactor),
    'stateBranchFactor',
    'must be 2, 4, 16 or 256',
  )
  for (const name of ['minBlockGap', 'minEmptyBlockGap'] as const) {
    const fits = genesis[name] >= 0n && genesis[name] <= BigInt(BLOCK_INTERVAL_MS)
    refuseUnless(fits, name, `must be from 0 to ${BLOCK_INTERVAL_MS}, the time between two blocks here`)
  }
  refuseUnless(genesis.validityWindow >= 1000n, 'validityWindow', 'must be at least 1000 (milliseconds)')
  refuseUnless(genesis.maxActionsPerTx >= 1, 'maxActionsPerTx', 'must be at least 1')
  refuseUnless(genesis.maxOutputsPerAction >= 1, 'maxOutputsPerAction', 'must be at least 1')
  for (const [index, target] of genesis.windowTargetUnits.entries()) {
    refuseUnless(target > 0n, `windowTargetUnits[${index}]`, 'must be at least 1')
  }
  for (const [index, denominator] of genesis.unitPriceChangeDenominator.entries()) {
    const fits = denominator > 0n && denominator <= MAX_PRICE_DENOMINATOR
    refuseUnless(fits, `unitPriceChangeDenominator[${index}]`, `must be from 1 to ${MAX_PRICE_DENOMINATOR}`)
  }
  checkSupply(genesis)
}

function checkSupply({ customAllocation, emissionBalancer }: Genesis): void {
  const seen = new Set<string>()
  let supply = 0n
  for (const [index, { address, balance }] of customAllocation.entries()) {
    refuseUnless(!seen.has(address), `customAllocation[${index}].address`, 'appears twice')
    seen.add(address)
    supply += balance
    const reason = `brings the supply to ${supply}, above emissionBalancer.maxSupply (${emissionBalancer.maxSupply})`
    refuseUnless(supply <= emissionBalancer.maxSupply, `customAllocation[${index}].balance`, reason)
  }
}

function refuseUnless(holds: boolean, field: string, reason: string): void {
  if (!holds) throw new InvalidNetworkError(`genesis.${field}`, reason)
}

function withDefaults(file: unknown): unknown {
  if (!isObject(file)) return file
  const { emissionBalancer: balancer = {} } = file
  const emissionBalancer = isObject(balancer)
    ? { ...GENESIS_DEFAULTS.emissionBalancer, ...balancer }
    : balancer
  return { ...GENESIS_DEFAULTS, ...file, emissionBalancer }
}
