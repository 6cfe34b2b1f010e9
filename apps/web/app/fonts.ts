import localFont from 'next/font/local'

// The loader takes only paths. knip sees no package in a path, so `knip.json` names both packages.

/**
 * The Latin letters of the console's font, 29 KB, which every page loads before it is painted. They have no fallback:
 * the whole font, which follows them, has one.
 */
const GeistLatin = localFont({
  src: '../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist-latin',
  weight: '100 900',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+20-7E, U+A0-AC, U+AE-FF, U+102, U+131, U+152-153, U+2BC, U+2C6, U+2DA, U+2DC, U+300-301, U+303-304, U+308-309, U+323, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2191, U+2193, U+2212',
    },
  ],
})

/** The whole font, 69 KB, which a page loads with its first other character: an arrow, ≈, a Cyrillic letter. */
const GeistSans = localFont({
  src: '../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+100-101, U+103-130, U+132-151, U+154-2BB, U+2BD-2C5, U+2C7-2D9, U+2DB, U+2DD-2FF, U+302, U+305-307, U+30A-322, U+324-1FFF, U+2015-2017, U+201B, U+201F-2021, U+2023-2025, U+2027-2031, U+2034-2038, U+203B-2043, U+2045-20AB, U+20AD-2121, U+2123-2190, U+2192, U+2194-2211, U+2213-2E7F, U+3003, U+301C, U+A720-A7FF, U+F8FF, U+FB01-FB02',
    },
  ],
})

/** The font of code and statements. Not preloaded as `geist/font/mono` would be: a first load needs none of its 71 KB. */
const GeistMono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
})

/** Classes that give a document the fonts of the console as CSS variables. */
export const FONT_CLASSES = `${GeistLatin.variable} ${GeistSans.variable} ${GeistMono.variable}`
