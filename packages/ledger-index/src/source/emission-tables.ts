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
  description: `The newest ${MAX_EPOCHS} emission epochs: the amount minted for stakers when each epoch ended. Older epochs are in emission_days.`,
  columns: [
    column('epoch', 'BIGINT', 'Number of the epoch.'),
    column(
      'first_epoch',
      'BIGINT',
      'The first epoch of the row; lower than epoch when several epochs ended between two reads.',
    ),
    column('height', 'BIGINT', 'The last block of the epoch.'),
    column('ended_at', 'TIMESTAMP', 'Time of that block, UTC.'),
    column('minted_amount', 'DECIMAL(29,9)', `Amount minted at the end of the epoch, ${IN_NATIVE}.`),
    column('total_supply', 'DECIMAL(29,9)', `Total supply after the epoch, ${IN_NATIVE}.`),
    column('total_staked', 'DECIMAL(29,9)', `Stake of all active validators after the epoch, ${IN_NATIVE}.`),
    column('active_validators', 'INTEGER', 'Number of active validators.'),
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
    'Emission by day: the amount that all epochs of the day minted for stakers, and the supply at its end.',
  columns: [
    column('day', 'DATE', 'The day, UTC.'),
    column('epochs', 'INTEGER', 'Number of epochs that ended on the day.'),
    column('minted_amount', 'DECIMAL(29,9)', `Amount minted on the day, ${IN_NATIVE}.`),
    column('total_supply', 'DECIMAL(29,9)', `Total supply at the end of the day, ${IN_NATIVE}.`),
    column(
      'total_staked',
      'DECIMAL(29,9)',
      `Stake of all active validators at the end of the day, ${IN_NATIVE}.`,
    ),
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
    column('block_time', 'TIMESTAMP', 'Time of that block, UTC.'),
    column('total_supply', 'DECIMAL(29,9)', `Total supply, ${IN_NATIVE}.`),
    column('max_supply', 'DECIMAL(29,9)', `Maximum supply, at which minting ends, ${IN_NATIVE}.`),
    column(
      'total_staked',
      'DECIMAL(29,9)',
      `Stake of all active validators and their delegators, ${IN_NATIVE}.`,
    ),
    column('rewards_per_epoch', 'DECIMAL(29,9)', `Amount that the next epoch mints, ${IN_NATIVE}.`),
    column('epoch_length_blocks', 'BIGINT', 'Blocks in an epoch.'),
    column('staking_rate', 'DOUBLE', 'Yearly rate that stakers earn now, as a fraction.'),
    column('base_apr', 'DOUBLE', 'Yearly rate while at most 100 validators are registered, as a fraction.'),
    column('emission_address', 'VARCHAR', 'Address that collects the network’s part of the fees.'),
    column('emission_fees', 'DECIMAL(29,9)', `Fees collected by that address so far, ${IN_NATIVE}.`),
    column('known_since_height', 'BIGINT', 'First block of the history in these tables.'),
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
