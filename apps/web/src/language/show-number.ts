import { pageLanguage } from './page-language.ts'

/** A number in the format of the page's language, with its thousands separated. */
export function showNumber(value: number | bigint, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(pageLanguage().locale, options).format(value)
}
