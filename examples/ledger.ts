// Reads the ledger without a credential: node examples/ledger.ts
import { createLedgerClient, formatAmount } from '@parley/ledger'

const origin = process.env.PARLEY_ORIGIN ?? 'http://127.0.0.1:3000'
const ledger = createLedgerClient({ rpcUrl: `${origin}/api` })
const unit = { decimals: ledger.network.nativeDecimals, symbol: ledger.network.nativeSymbol }

const { currentBlockHeight, totalSupply } = await ledger.emissionInfo()
console.log(`Block ${currentBlockHeight}: the supply is ${formatAmount(totalSupply, unit)}.`)

const { validators } = await ledger.stakedValidators()
for (const { nodeID, stakedAmount, delegatedAmount } of validators)
  console.log(`${nodeID}: ${formatAmount(stakedAmount + delegatedAmount, unit)}`)
