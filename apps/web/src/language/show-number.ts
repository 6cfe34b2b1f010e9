import { numberFormat } from './formats.ts'

/** A number in the format of the page's language, with its thousands separated. */
export function showNumber(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value)
}
