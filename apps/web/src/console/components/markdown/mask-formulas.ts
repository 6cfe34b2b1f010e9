/** A formula of a text. */
export type Formula = {
  /** As the text has it, with its marks. */
  readonly source: string
  readonly tex: string
  /** Whether it stands in its own line. */
  readonly isBlock: boolean
}

/** The first character of a masked formula, and its other characters. Both are for private use, so no text has them. */
const FIRST = '\u{E000}'
const REST = '\u{E001}'

/** A masked formula. */
export const MASK = /\uE000\uE001*/g

/** Longer formulas stay text: drawing them takes too long. */
const MAX_LENGTH = 4000

// Code first, then escapes, then the four ways to write a formula.
const PARTS =
  /(?<code>(`+)[^`][\s\S]*?\2)|\$\$(?<dollars>[^$]+)\$\$|\\\[(?<brackets>(?:(?!\\\])[\s\S])+)\\\]|\\\((?<parentheses>(?:(?!\\\))[\s\S])+)\\\)|(?<escape>\\[\s\S])|\$(?<dollar>[^\s$`](?:[^$\n`]*[^\s$\\`])?)\$(?!\d)/g

/**
 * Replaces each formula by as many characters that mean nothing in Markdown, so that all places in the text stay. A
 * price is no formula: a closing $ follows no white space and precedes no digit, and an amount before words is text.
 */
export function maskFormulas(text: string): { readonly text: string; readonly formulas: readonly Formula[] } {
  const formulas: Formula[] = []
  const masked = text.replaceAll(PARTS, (source: string, ...rest: unknown[]) => {
    const formula = readFormula(source, rest.at(-1) as Readonly<Record<string, string | undefined>>)
    if (formula === null) return source
    formulas.push(formula)
    return FIRST + REST.repeat(source.length - 1)
  })
  return { text: masked, formulas }
}

function readFormula(
  source: string,
  { dollars, brackets, parentheses, dollar }: Readonly<Record<string, string | undefined>>,
): Formula | null {
  const block = dollars ?? brackets
  const tex = block ?? parentheses ?? dollar
  if (tex === undefined || tex.trim() === '' || tex.length > MAX_LENGTH) return null
  // Brackets of a link or a citation are escaped in the same way.
  if (brackets !== undefined && !/[\\^_=+*/<>{}]/.test(brackets)) return null
  if (dollar !== undefined && isPrice(dollar)) return null
  return { source, tex: tex.trim(), isBlock: block !== undefined }
}

/** "5 million, or 7" begins with an amount and continues with words. */
function isPrice(text: string): boolean {
  return /^[\d.,]/.test(text) && /[a-z]{3,}| [a-z]{2,}/i.test(text) && !/[\\^_={}]/.test(text)
}
