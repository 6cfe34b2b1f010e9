import { CHAIN_NETWORK } from '@parley/ledger'
import { column, sampled, type TableSpec } from './table-spec.ts'
import { toTimestamp, toWholes } from './values.ts'

const { nativeDecimals, nativeSymbol } = CHAIN_NETWORK
const native = (amount: bigint) => toWholes(amount, nativeDecimals)
const IN_NATIVE = `in ${nativeSymbol}`
const NODE_SAMPLE = ['NodeID-MeH92mLBM3VrrwaPWnci955v2fBGsxY16']

/** The present state of every validator. */
export const VALIDATORS: TableSpec = {
  name: 'validators',
  description:
    'Validators of the ledger network in their present state, one row for each node, active or not. The stake of an inactive validator is zero.',
  columns: [
    sampled(column('node_id', 'VARCHAR', 'Id of the validator.'), ...NODE_SAMPLE),
    sampled(column('is_active', 'BOOLEAN', 'Whether its stake counts in the newest block.'), 'true', 'false'),
    sampled(
      column(
        'state',
        'VARCHAR',
        'active; registered: its stake has not started or has ended; unstaked: it has no stake.',
      ),
      'active',
      'registered',
      'unstaked',
    ),
    column('staked_amount', 'DECIMAL(29,9)', `Its own stake, ${IN_NATIVE}.`),
    column('delegated_amount', 'DECIMAL(29,9)', `Stake that others delegate to it, ${IN_NATIVE}.`),
    column('total_stake', 'DECIMAL(29,9)', `Own and delegated stake together, ${IN_NATIVE}.`),
    column(
      'delegation_fee_rate',
      'DOUBLE',
      'Part of delegated rewards that it keeps, as a fraction from 0 to 1.',
    ),
    column('staked_reward', 'DECIMAL(29,9)', `Rewards for its own stake so far, ${IN_NATIVE}.`),
    column('delegated_reward', 'DECIMAL(29,9)', `Rewards of its delegators so far, ${IN_NATIVE}.`),
    column(
      'registered_amount',
      'DECIMAL(29,9)',
      `Its registered stake, also before it starts, ${IN_NATIVE}.`,
    ),
    column('start_block', 'BIGINT', 'Block in which the registered stake starts.'),
    column('end_block', 'BIGINT', 'Block in which the registered stake ends.'),
    column('owner_address', 'VARCHAR', 'Address that may withdraw the stake.'),
    column('reward_address', 'VARCHAR', 'Address that gets the rewards.'),
    column('public_key', 'VARCHAR', 'BLS key, base64.'),
  ],
  parts: ['validators'],
  *rows({ validators }) {
    for (const validator of validators) {
      const { registeredAmount, startBlock, endBlock } = validator
      yield [
        validator.nodeId,
        validator.state === 'active',
        validator.state,
        native(validator.stakedAmount),
        native(validator.delegatedAmount),
        native(validator.stakedAmount + validator.delegatedAmount),
        validator.feeRate,
        native(validator.stakedReward),
        native(validator.delegatedReward),
        registeredAmount === null ? null : native(registeredAmount),
        startBlock === null ? null : String(startBlock),
        endBlock === null ? null : String(endBlock),
        validator.ownerAddress,
        validator.rewardAddress,
        validator.publicKey,
      ]
    }
  },
}

/** The present stakes of validators and delegators. */
export const STAKES: TableSpec = {
  name: 'stakes',
  description:
    'Present stakes, one row each: those of validators, and the delegations to them if the network reports them.',
  columns: [
    sampled(
      column(
        'kind',
        'VARCHAR',
        'validator: the stake of the validator; delegation: the stake of a delegator.',
      ),
      'validator',
      'delegation',
    ),
    sampled(column('node_id', 'VARCHAR', 'Id of the validator.'), ...NODE_SAMPLE),
    column('owner_address', 'VARCHAR', 'Address of the owner of the stake.'),
    sampled(column('owner_name', 'VARCHAR', 'Name of that address, if the network has one.'), 'alice'),
    column('amount', 'DECIMAL(29,9)', `The stake, ${IN_NATIVE}.`),
    sampled(column('is_active', 'BOOLEAN', 'Whether it counts in the newest block.'), 'true', 'false'),
    column('start_block', 'BIGINT', 'Block in which it starts.'),
    column('end_block', 'BIGINT', 'Block in which it ends.'),
  ],
  links: { node_id: 'validators' },
  parts: ['validators', 'delegations', 'accounts'],
  *rows({ validators, delegations, accounts }) {
    const names = new Map(accounts.map(({ address, name }) => [address, name]))
    for (const { nodeId, state, registeredAmount, ownerAddress, startBlock, endBlock } of validators) {
      if (registeredAmount === null) continue
      const name = names.get(ownerAddress ?? '') ?? null
      const span = [String(startBlock), String(endBlock)]
      yield ['validator', nodeId, ownerAddress, name, native(registeredAmount), state === 'active', ...span]
    }
    for (const { nodeId, owner, amount, isActive, startBlock, endBlock } of delegations) {
      const name = names.get(owner) ?? null
      const span = [String(startBlock), String(endBlock)]
      yield ['delegation', nodeId, owner, name, native(amount), isActive, ...span]
    }
  },
}

/** The history of the stake of each validator. */
export const STAKE_HISTORY: TableSpec = {
  name: 'stake_history',
  isHistory: true,
  description: 'The stake of each validator over time: one row for every block in which it changed.',
  columns: [
    sampled(column('node_id', 'VARCHAR', 'The validator.'), ...NODE_SAMPLE),
    column('height', 'BIGINT', 'First block with this stake.'),
    column('changed_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    sampled(column('is_active', 'BOOLEAN', 'Whether the stake counts from that block on.'), 'true', 'false'),
    column('staked_amount', 'DECIMAL(29,9)', `Own stake from that block on, ${IN_NATIVE}.`),
    column('delegated_amount', 'DECIMAL(29,9)', `Delegated stake from that block on, ${IN_NATIVE}.`),
    column(
      'total_stake',
      'DECIMAL(29,9)',
      `Own and delegated stake together from that block on, ${IN_NATIVE}.`,
    ),
  ],
  links: { node_id: 'validators' },
  parts: ['stakeVersions'],
  *rows({ stakeVersions }) {
    for (const { nodeId, height, blockTime, isActive, stakedAmount, delegatedAmount } of stakeVersions) {
      yield [
        nodeId,
        String(height),
        toTimestamp(blockTime),
        isActive,
        native(stakedAmount),
        native(delegatedAmount),
        native(stakedAmount + delegatedAmount),
      ]
    }
  },
}
