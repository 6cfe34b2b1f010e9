import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import { readWoff2 } from './read-woff2.ts'

const require = createRequire(import.meta.url)

type ScriptFont = {
  /** The letters that it is for. */
  readonly letters: RegExp
  /** The file of its package that says which of its parts holds which letters. */
  readonly ranges: string
}

/**
 * The packaged fonts for letters that DejaVu Sans lacks. The Chinese font also draws Japanese, because it has the kana
 * and the characters of both (docs/decisions/0025-charts.md).
 */
const SCRIPT_FONTS: readonly ScriptFont[] = [
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
    letters: /[\p{Script=Devanagari}\u0964\u0965]/u,
  },
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
    letters: /\p{Script=Thai}/u,
  },
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
    letters: /\p{Script=Hangul}/u,
  },
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
    letters:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
  },
  {
    ranges: require.resolve('@fontsource-variable/noto-emoji/unicode.json'),
    letters: /[\p{Emoji_Presentation}\p{Regional_Indicator}\u{1f000}-\u{1faff}]/u,
  },
]

/** The weight of letters: of texts, and of titles. */
export type Weight = 'regular' | 'bold'
const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 600 }

const DEJAVU_FOLDER = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')
/** DejaVu Sans, which draws Latin, Greek, Cyrillic, Arabic, Hebrew and signs. */
export const BASE_FONT_FILES: Record<Weight, string> = {
  regular: join(DEJAVU_FOLDER, 'DejaVuSans.ttf'),
  bold: join(DEJAVU_FOLDER, 'DejaVuSans-Bold.ttf'),
}

const opened = new Map<string, { readonly font: Font; readonly codes: ReadonlySet<number> }>()

/** DejaVu Sans for HarfBuzz. */
export function baseFont(weight: Weight): Font {
  return openFont(BASE_FONT_FILES[weight], weight, readFileSync).font
}

/** Whether DejaVu Sans draws a letter. */
export function isInBaseFont(letter: string): boolean {
  return openFont(BASE_FONT_FILES.regular, 'regular', readFileSync).codes.has(codeOf(letter))
}

/** The font of its script that draws a letter; null where none is packaged. */
export function scriptFont(letter: string, weight: Weight): Font | null {
  const script = SCRIPT_FONTS.find(({ letters }) => letters.test(letter))
  if (script === undefined) return null
  for (const part of partsOf(script.ranges)) {
    if (!part.ranges.some(([from, to]) => codeOf(letter) >= from && codeOf(letter) <= to)) continue
    const { font, codes } = openFont(part.file, weight, (file) => readWoff2(readFileSync(file)))
    if (codes.has(codeOf(letter))) return font
  }
  return null
}

function openFont(file: string, weight: Weight, read: (file: string) => Uint8Array) {
  const key = `${weight} ${file}`
  const known = opened.get(key)
  if (known) return known
  const face = new Face(new Blob(read(file)))
  const font = new Font(face)
  if ('wght' in face.getAxisInfos()) font.setVariations([new Variation('wght', WEIGHTS[weight])])
  const made = { font, codes: new Set(face.collectUnicodes()) }
  opened.set(key, made)
  return made
}

/** One file of a font, which is packaged in parts by ranges of letters. */
type Part = { readonly file: string; readonly ranges: readonly (readonly [from: number, to: number])[] }
const partsByFont = new Map<string, readonly Part[]>()

function partsOf(rangesFile: string): readonly Part[] {
  const parts = partsByFont.get(rangesFile) ?? readParts(rangesFile)
  partsByFont.set(rangesFile, parts)
  return parts
}

function readParts(rangesFile: string): Part[] {
  const folder = dirname(rangesFile)
  const ranges: Record<string, string> = require(rangesFile)
  return Object.entries(ranges).map(([part, text]) => ({
    file: join(folder, 'files', `${basename(folder)}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: text.split(',').map((range) => {
      const [from = '0', to = from] = range.replace(/^U\+/i, '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
    }),
  }))
}

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}
