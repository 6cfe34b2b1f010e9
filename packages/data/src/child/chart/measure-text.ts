import * as vega from 'vega'

/** Widths in em of groups of letters, as in DejaVu Sans. Letters of no group have the first width. */
const LETTER_EM = 0.61
const GROUPS: readonly (readonly [RegExp, number])[] = [
  // Marks that stand above or below a letter.
  [/\p{Mn}|\p{Me}|\p{Cf}/u, 0],
  [/[il|.,;:'!jI]/, 0.3],
  [/[frt()[\] \-"/\\]/, 0.38],
  [/[mwMW@%]/, 0.94],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/\p{Extended_Pictographic}/u, 1.25],
  [/\p{Lu}/u, 0.7],
]

/** The width of a text in pixels as the pictures draw it, within some percent. */
export function textWidth(text: string, fontSizePx: number): number {
  let em = 0
  for (const letter of text) em += GROUPS.find(([group]) => group.test(letter))?.[1] ?? LETTER_EM
  return em * fontSizePx
}

type TextItem = { readonly fontSize?: number; readonly limit?: number }

/**
 * Makes Vega lay out texts by their letters. Without a canvas it takes each for 0.8 em, which cuts Latin labels at half
 * their limit and lets Chinese ones overlap. Its types leave this hook out:
 * https://github.com/vega/vega/blob/main/packages/vega-scenegraph/src/util/text.js
 */
export function measureTextsByLetters(): void {
  const metrics: unknown = Reflect.get(vega, 'textMetrics')
  if (typeof metrics !== 'object' || metrics === null) throw new Error('Vega has no textMetrics')
  Reflect.set(metrics, 'width', ({ fontSize = 11, limit = 0 }: TextItem, text: unknown) => {
    const width = textWidth(String(text ?? '').trim(), fontSize)
    return limit > 0 ? Math.min(limit, width) : width
  })
}
