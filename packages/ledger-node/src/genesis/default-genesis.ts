import type { Genesis } from '@parley/ledger'
import { accountAddress } from '../encoding/account-address.ts'
import { TOKEN } from '../rules/constants.ts'

const SAME = (value: bigint): Genesis['minUnitPrice'] => [value, value, value, value, value]

/** The defaults of the parameters that a genesis file leaves out. */
export const GENESIS_DEFAULTS: Genesis = {
  stateBranchFactor: 16,
  minBlockGap: 100n,
  minEmptyBlockGap: 2500n,
  minUnitPrice: SAME(100n),
  unitPriceChangeDenominator: SAME(48n),
  windowTargetUnits: [20_000_000n, 1000n, 1000n, 1000n, 1000n],
  maxBlockUnits: [1_800_000n, 2000n, 2000n, 2000n, 2000n],
  validityWindow: 60_000n,
  maxActionsPerTx: 16,
  maxOutputsPerAction: 1,
  baseUnits: 1n,
  storageKeyReadUnits: 5n,
  storageValueReadUnits: 2n,
  storageKeyAllocateUnits: 20n,
  storageValueAllocateUnits: 5n,
  storageKeyWriteUnits: 10n,
  storageValueWriteUnits: 3n,
  customAllocation: [],
  emissionBalancer: { maxSupply: 10n ** 19n, emissionAddress: accountAddress('emission balancer') },
}

/** The genesis of the default network: higher limits, and the treasury owns the whole allocation. */
export const DEFAULT_GENESIS: Genesis = {
  ...GENESIS_DEFAULTS,
  windowTargetUnits: [40_000_000n, 450_000n, 450_000n, 450_000n, 450_000n],
  maxBlockUnits: [1_800_000n, 15_000n, 15_000n, 2500n, 15_000n],
  customAllocation: [{ address: accountAddress('treasury'), balance: 853_000_000n * TOKEN }],
}
