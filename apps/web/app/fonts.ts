import { GeistSans } from 'geist/font/sans'
import localFont from 'next/font/local'

/** The font of code and statements. Not preloaded as `geist/font/mono` would be: a first load needs none of its 71 KB. */
const GeistMono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
})

/** Classes that give a document the two fonts of the console as CSS variables. */
export const FONT_CLASSES = `${GeistSans.variable} ${GeistMono.variable}`
