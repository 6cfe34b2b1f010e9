export type AmountUnit = Readonly<{
  /** Number of decimal digits: how many digits of the smallest unit make one whole unit. */
  decimals: number
  /** Written after the number when given. */
  symbol?: string
}>

/**
 * Formats an amount of smallest units as an exact decimal number of whole units, with thousands grouped and
 * without trailing zeros. 853000000000000001n with nine decimals and CHN is `853,000,000.000000001 CHN`.
 */
export function formatAmount(amount: bigint, { decimals, symbol }: AmountUnit): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const number = fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
  return symbol === undefined ? number : `${number} ${symbol}`
}
