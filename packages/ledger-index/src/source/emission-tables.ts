import { CHAIN_NETWORK, stakingRate } from '@parley/ledger'
import { column, type TableSpec } from './table-spec.ts'
import { toTimestamp, toWholes } from './values.ts'

const { nativeDecimals, nativeSymbol } = CHAIN_NETWORK
const native = (amount: bigint) => toWholes(amount, nativeDecimals)
const IN_NATIVE = `in ${nativeSymbol}`

/** Maximum number of epochs in `emission_epochs`; older ones are in `emission_days`. */
export const MAX_EPOCHS = 20_000

/** The newest epochs. */
export const EMISSION_EPOCHS: TableSpec = {
  name: 'emission_epochs',
  isHistory: true,
  description: `Emission epoch by epoch, the newest ${MAX_EPOCHS}: what was minted for stakers when the epoch ended. Older ones are in emission_days.`,
  columns: [
    column('epoch', 'BIGINT', 'Number of the epoch.'),
    column(
      'first_epoch',
      'BIGINT',
      'The first epoch of the row; lower than epoch when several epochs ended between two reads.',
    ),
    column('height', 'BIGINT', 'Block with which it ended.'),
    column('ended_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    column('minted_amount', 'DECIMAL(29,9)', `Newly minted with it, ${IN_NATIVE}.`),
    column('total_supply', 'DECIMAL(29,9)', `Supply after it, ${IN_NATIVE}.`),
    column('total_staked', 'DECIMAL(29,9)', `Stake of all active validators after it, ${IN_NATIVE}.`),
    column('active_validators', 'INTEGER', 'How many validators were active.'),
  ],
  parts: ['epochs'],
  *rows({ epochs }) {
    for (const row of epochs.toReversed()) {
      yield [
        String(row.epoch),
        String(row.firstEpoch),
        String(row.height),
        toTimestamp(row.blockTime),
        native(row.minted),
        native(row.totalSupply),
        native(row.totalStaked),
        row.activeValidators,
      ]
    }
  },
}

/** The whole emission by day. */
export const EMISSION_DAYS: TableSpec = {
  name: 'emission_days',
  isHistory: true,
  description:
    'Emission day by day: what all epochs of the day minted for stakers, and the supply at its end.',
  columns: [
    column('day', 'DATE', 'The day, UTC.'),
    column('epochs', 'INTEGER', 'How many epochs ended in it.'),
    column('minted_amount', 'DECIMAL(29,9)', `Newly minted in it, ${IN_NATIVE}.`),
    column('total_supply', 'DECIMAL(29,9)', `Supply at its end, ${IN_NATIVE}.`),
    column('total_staked', 'DECIMAL(29,9)', `Stake of all active validators at its end, ${IN_NATIVE}.`),
  ],
  parts: ['days'],
  *rows({ days }) {
    for (const { day, epochs, minted, totalSupply, totalStaked } of days) {
      yield [day, epochs, native(minted), native(totalSupply), native(totalStaked)]
    }
  },
}

/** The present state of the network, in one row. */
export const SUPPLY: TableSpec = {
  name: 'supply',
  description: 'The ledger network as a whole, one row: its newest block, supply, stake and emission.',
  columns: [
    column('height', 'BIGINT', 'The newest block.'),
    column('block_time', 'TIMESTAMP', 'Its time, UTC.'),
    column('total_supply', 'DECIMAL(29,9)', `All there is, ${IN_NATIVE}.`),
    column('max_supply', 'DECIMAL(29,9)', `There will never be more, ${IN_NATIVE}.`),
    column(
      'total_staked',
      'DECIMAL(29,9)',
      `Stake of all active validators and their delegators, ${IN_NATIVE}.`,
    ),
    column('rewards_per_epoch', 'DECIMAL(29,9)', `What the next epoch mints, ${IN_NATIVE}.`),
    column('epoch_length_blocks', 'BIGINT', 'Blocks in an epoch.'),
    column('staking_rate', 'DOUBLE', 'Yearly rate that stakers earn now, as a fraction.'),
    column('base_apr', 'DOUBLE', 'Yearly rate while at most 100 validators are registered, as a fraction.'),
    column('emission_address', 'VARCHAR', 'Address that collects the network’s part of the fees.'),
    column('emission_fees', 'DECIMAL(29,9)', `What it has collected, ${IN_NATIVE}.`),
    column('known_since_height', 'BIGINT', 'Block with which history begins in these tables.'),
  ],
  parts: [],
  *rows({ head }) {
    yield [
      String(head.height),
      toTimestamp(head.blockTime),
      native(head.totalSupply),
      native(head.maxSupply),
      native(head.totalStaked),
      native(head.rewardsPerEpoch),
      String(head.epochLength),
      stakingRate({ ...head, epochTracker: { baseAPR: head.baseApr, epochLength: head.epochLength } }),
      head.baseApr,
      head.emissionAddress,
      native(head.emissionReward),
      String(head.firstHeight),
    ]
  },
}
