import { type Font, Buffer as ShapeBuffer, shape } from 'harfbuzzjs'
import { baseFont, isInBaseFont, scriptFont, type Weight } from './script-fonts.ts'

type OutlinedSvg = {
  readonly svg: string
  /** Letters that no packaged font draws. */
  readonly missing: string
}

/** A text element as Vega writes it, with its lines. */
const TEXT_ELEMENT = /<text\b([^>]*)>(.*?)<\/text>/gs
const LINE = /<tspan\b([^>]*)>([^<]*)<\/tspan>/g

/**
 * Replaces the texts of a picture that DejaVu Sans cannot draw by the outlines of their letters. The renderer joins and
 * places letters of one font only and drops a text of several; HarfBuzz shapes each run of letters in its own font.
 */
export function outlineTexts(svg: string): OutlinedSvg {
  const missing = new Set<string>()
  const outlined = svg.replace(TEXT_ELEMENT, (element, attributes: string, content: string) => {
    const letters = [...unescaped(content.replace(/<[^>]*>/g, ''))]
    if (letters.every((letter) => isInBaseFont(letter) || isJoiner(letter))) return element
    return outlineElement(attributes, content, missing)
  })
  return { svg: outlined, missing: [...missing].join('') }
}

function outlineElement(attributes: string, content: string, missing: Set<string>): string {
  const anchor = attributeOf(attributes, 'text-anchor')
  const sizePx = Number.parseFloat(attributeOf(attributes, 'font-size') ?? '11')
  const weight = weightOf(attributeOf(attributes, 'font-weight'))
  const lines = [...content.matchAll(LINE)]
  let top = 0
  const paths = (lines.length > 0 ? lines : [['', '', content] as const]).map(
    ([, placed = '', text = '']) => {
      top += Number.parseFloat(attributeOf(placed, 'dy') ?? '0')
      const { path, width } = outlineLine(unescaped(text), { sizePx, weight, missing })
      const left = -width * (ANCHOR_SHARES[anchor ?? ''] ?? 0)
      return `<g transform="translate(${left},${top})">${path}</g>`
    },
  )
  const kept = attributes.replace(/\s(?:text-anchor|font-[a-z]+)="[^"]*"/g, '')
  return `<g${kept}>${paths.join('')}</g>`
}

/** The share of a text's width before its anchor; none of it by default. */
const ANCHOR_SHARES: Record<string, number> = { middle: 0.5, end: 1 }

type LineStyle = { readonly sizePx: number; readonly weight: Weight; readonly missing: Set<string> }

function outlineLine(text: string, style: LineStyle): { readonly path: string; readonly width: number } {
  let width = 0
  const paths = runsOf(text, style).map((run) => {
    const scale = style.sizePx / run.font.face.upem
    const buffer = new ShapeBuffer()
    buffer.addText(run.text)
    buffer.guessSegmentProperties()
    shape(run.font, buffer)
    return buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const at = `${width + xOffset * scale},${-yOffset * scale}`
      width += xAdvance * scale
      return `<path transform="translate(${at}) scale(${scale},${-scale})" d="${run.font.glyphToPath(codepoint)}"/>`
    })
  })
  return { path: paths.flat().join(''), width }
}

type Run = { readonly font: Font; readonly isRightToLeft: boolean; text: string }

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Letters in a row that one font draws in one direction. Joiners and marks belong to the letter before them. */
function runsOf(text: string, { weight, missing }: LineStyle): Run[] {
  const runs: Run[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const own = isInBaseFont(letter) ? null : scriptFont(letter, weight)
    if (last && isJoiner(letter)) {
      last.text += letter
      continue
    }
    if (own === null && !isInBaseFont(letter)) missing.add(letter)
    const font = own ?? baseFont(weight)
    const isRightToLeft = RIGHT_TO_LEFT.test(letter)
    if (last?.font === font && last.isRightToLeft === isRightToLeft) last.text += letter
    else runs.push({ font, isRightToLeft, text: letter })
  }
  return runs
}

/** Characters that change the letters beside them. */
function isJoiner(letter: string): boolean {
  return /\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/u.test(letter)
}

function weightOf(weight: string | null): Weight {
  return weight === 'bold' || Number(weight) >= 600 ? 'bold' : 'regular'
}

function attributeOf(attributes: string, name: string): string | null {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? null
}

/** The entities that Vega writes. */
function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
