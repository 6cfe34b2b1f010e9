import type { LedgerDelegation, LedgerHead, LedgerRows, LedgerValidator } from '@parley/db'
import {
  type Chain,
  type EmissionState,
  readBlocks,
  readEmission,
  readEmissionInfo,
  readValidatorStake,
} from '@parley/ledger-node'
import { headOf } from '../head-of.ts'
import { validatorState } from '../validator-state.ts'
import { identityOf } from './identity-of.ts'
import { stakeOf } from './rows-of-blocks.ts'

type StateRows = Pick<LedgerRows, 'validators' | 'delegations' | 'accounts'> & { readonly head: LedgerHead }

/** The state of a network after the block of a height. */
export function rowsOfState(chain: Chain, height: number, indexedAt: Date): StateRows {
  const state = readEmission(chain, height)
  const [block] = readBlocks(chain, height, height)
  return {
    head: headOf(readEmissionInfo(chain, { height, state }), {
      identity: identityOf(chain),
      firstHeight: 0n,
      blockTime: new Date(block?.timestampMs ?? 0),
      indexedAt,
    }),
    validators: rowsOfValidators(chain, { height, state }),
    delegations: rowsOfDelegations(state),
    accounts: Object.entries(chain.script.accounts).map(([name, address]) => ({ address, name })),
  }
}

function rowsOfValidators(
  chain: Chain,
  { height, state }: { height: number; state: EmissionState },
): LedgerValidator[] {
  return chain.script.consensusValidators.map(({ nodeID, publicKey }) => {
    const validator = state.validators.get(nodeID)
    const { isActive, ...stake } = stakeOf(validator)
    const registered = readValidatorStake(chain, nodeID, height)
    return {
      nodeId: nodeID,
      publicKey,
      state: validatorState({ isActive, isRegistered: validator !== undefined }),
      ...stake,
      stakedReward: isActive ? (validator?.accumulatedStakedReward ?? 0n) : 0n,
      delegatedReward: isActive ? (validator?.accumulatedDelegatedReward ?? 0n) : 0n,
      registeredAmount: registered?.stakedAmount ?? null,
      startBlock: heightOf(registered?.stakeStartBlock),
      endBlock: heightOf(registered?.stakeEndBlock),
      ownerAddress: registered?.ownerAddress ?? null,
      rewardAddress: registered?.rewardAddress ?? null,
    }
  })
}

function rowsOfDelegations({ validators }: EmissionState): LedgerDelegation[] {
  return [...validators].flatMap(([nodeId, { delegations }]) =>
    [...delegations].map(([owner, { stakedAmount, startBlock, endBlock, isActive }]) => ({
      nodeId,
      owner,
      amount: stakedAmount,
      startBlock: BigInt(startBlock),
      endBlock: BigInt(endBlock),
      isActive,
    })),
  )
}

function heightOf(block: number | undefined): bigint | null {
  return block === undefined ? null : BigInt(block)
}
