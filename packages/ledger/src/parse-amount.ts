import type { AmountUnit } from './format-amount.ts'
import { LedgerError } from './ledger-error.ts'
import { quote } from './quote.ts'

/**
 * Parses a decimal number of whole units as an exact amount of smallest units. Accepts all output of
 * formatAmount for the same unit; the symbol and the grouping commas are optional.
 *
 * @throws LedgerError `invalid_argument` when the text is not a number, has more decimals than the unit, or
 *   names another unit.
 */
export function parseAmount(text: string, { decimals, symbol }: AmountUnit): bigint {
  const parts = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?(?:\s+(\S+))?$/.exec(text.trim())
  if (parts === null) throw invalid(text, 'write a decimal number such as 1234.5')
  const [, sign = '', whole = '', fraction = '', unit] = parts
  if (unit !== undefined && unit.toLowerCase() !== symbol?.toLowerCase()) {
    throw invalid(text, symbol === undefined ? 'leave the unit out' : `the unit here is ${symbol}`)
  }
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) {
    throw invalid(text, `there are ${decimals} decimals at most`)
  }
  return BigInt(sign + whole.replaceAll(',', '') + significant.padEnd(decimals, '0'))
}

function invalid(text: string, reason: string): LedgerError {
  return new LedgerError('invalid_argument', `${quote(text)} is not an amount: ${reason}.`)
}
