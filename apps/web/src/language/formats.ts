import { pageLanguage } from './page-language.ts'

/** Numbers in the format of the page's language. */
export const numberFormat = keepFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

/** Dates and times in the format of the page's language. */
export const dateFormat = keepFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Returns a function that opens each format once: a list shows many values, and opening a format takes up to a millisecond. */
function keepFormats<Options extends object, Format>(open: (locale: string, options: Options) => Format) {
  const kept = new Map<string, Format>()
  return (options: Options): Format => {
    const { locale } = pageLanguage()
    const name = `${locale} ${JSON.stringify(options)}`
    const format = kept.get(name) ?? open(locale, options)
    kept.set(name, format)
    return format
  }
}
