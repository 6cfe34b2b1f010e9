import { blsAddress } from '../actions/register-validator-stake.ts'
import { NATIVE_ASSET, TOKEN } from '../rules/constants.ts'
import type { ConsensusValidator, ScriptedTransaction } from '../script/script.ts'
import { DEFAULT_VALIDATORS, type Person, personAddress, TREASURY } from './default-accounts.ts'

/**
 * Returns the staking of the default network. Two validators are active for nearly a year, one staked
 * briefly, left and came back, one starts after ten months, and one never staked. All that staked have
 * delegations, some of which have ended.
 */
export function defaultStaking(): ScriptedTransaction[] {
  const [first, second, third, fourth, fifth] = DEFAULT_VALIDATORS
  return [
    fund(first, 12_500_000n),
    fund(second, 9_000_000n),
    fund(third, 6_000_000n),
    fund(fourth, 4_500_000n),
    fund(fifth, 50n),

    register(20, first, { start: 40, end: 10_400_000, amount: 12_000_000n, fee: 50n }),
    register(200, second, { start: 260, end: 9_600_000, amount: 8_500_000n, fee: 5n }),
    register(400, third, { start: 420, end: 20_420, amount: 3_000_000n, fee: 10n }),
    register(60_000, fourth, { start: 9_000_000, end: 19_000_000, amount: 4_000_000n, fee: 90n }),

    delegate(1000, 'alice', { ...first, start: 1010, end: 5_000_000, amount: 50_000n }),
    delegate(1200, 'bob', { ...first, start: 1300, end: 9_000_000, amount: 20_000n }),
    delegate(1500, 'heidi', { ...first, start: 1500, end: 12_000_000, amount: 125_000n }),
    delegate(1800, 'dave', { ...second, start: 1900, end: 8_000_000, amount: 75_000n }),
    delegate(1900, 'erin', { ...second, start: 2000, end: 30_000, amount: 30_000n }),
    delegate(2000, 'olivia', { ...second, start: 2500, end: 9_600_000, amount: 140_000n }),
    delegate(2100, 'carol', { ...third, start: 2200, end: 25_000, amount: 500n }),
    delegate(61_000, 'ivan', { ...fourth, start: 62_000, end: 10_000_000, amount: 1000n }),

    claimValidator(20_600, third),
    withdraw(20_700, third),
    undelegate(20_900, 'carol', third),
    register(21_000, third, { start: 21_100, end: 8_500_000, amount: 5_200_000n, fee: 8n }),
    delegate(22_000, 'grace', { ...third, start: 22_100, end: 8_000_000, amount: 10_000n }),
    undelegate(31_000, 'erin', second),
    claimDelegation(40_000, 'alice', first),
  ]
}

type Stake = { start: number; end: number; amount: bigint }

function fund({ publicKey }: ConsensusValidator, tokens: bigint): ScriptedTransaction {
  const to = blsAddress(publicKey)
  return {
    height: 2,
    signer: TREASURY,
    actions: [{ type: 'transfer', to, asset: NATIVE_ASSET, value: tokens * TOKEN }],
  }
}

function register(
  height: number,
  { nodeID, publicKey }: ConsensusValidator,
  { start, end, amount, fee }: Stake & { fee: bigint },
): ScriptedTransaction {
  const signer = blsAddress(publicKey)
  return {
    height,
    signer,
    actions: [
      {
        type: 'registerValidatorStake',
        nodeID,
        stakeStartBlock: start,
        stakeEndBlock: end,
        stakedAmount: amount * TOKEN,
        delegationFeeRate: fee,
        rewardAddress: signer,
      },
    ],
  }
}

function delegate(
  height: number,
  person: Person,
  { nodeID, start, end, amount }: ConsensusValidator & Stake,
): ScriptedTransaction {
  const signer = personAddress(person)
  return {
    height,
    signer,
    actions: [
      {
        type: 'delegateUserStake',
        nodeID,
        stakeStartBlock: start,
        stakeEndBlock: end,
        stakedAmount: amount * TOKEN,
        rewardAddress: signer,
      },
    ],
  }
}

function claimValidator(height: number, { nodeID, publicKey }: ConsensusValidator): ScriptedTransaction {
  return {
    height,
    signer: blsAddress(publicKey),
    actions: [{ type: 'claimValidatorStakeRewards', nodeID }],
  }
}

function withdraw(height: number, { nodeID, publicKey }: ConsensusValidator): ScriptedTransaction {
  const signer = blsAddress(publicKey)
  return { height, signer, actions: [{ type: 'withdrawValidatorStake', nodeID, rewardAddress: signer }] }
}

function undelegate(height: number, person: Person, { nodeID }: ConsensusValidator): ScriptedTransaction {
  const signer = personAddress(person)
  return { height, signer, actions: [{ type: 'undelegateUserStake', nodeID, rewardAddress: signer }] }
}

function claimDelegation(
  height: number,
  person: Person,
  { nodeID }: ConsensusValidator,
): ScriptedTransaction {
  const signer = personAddress(person)
  return {
    height,
    signer,
    actions: [{ type: 'claimDelegationStakeRewards', nodeID, userStakeAddress: signer }],
  }
}
