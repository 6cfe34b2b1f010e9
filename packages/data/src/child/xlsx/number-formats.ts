/** What a number format shows of a number: a moment in one of these forms, or null for a plain number. */
export type MomentForm = 'date' | 'time' | 'moment' | 'duration' | null

/** Formats without a code in the file (ECMA-376, part 1, section 18.8.30). */
const BUILT_IN: ReadonlyMap<number, MomentForm> = new Map<number, MomentForm>([
  ...range(14, 17, 'date'),
  ...range(18, 21, 'time'),
  [22, 'moment'],
  ...range(27, 31, 'date'),
  ...range(32, 35, 'time'),
  [36, 'date'],
  [45, 'time'],
  [46, 'duration'],
  [47, 'time'],
  ...range(50, 58, 'date'),
])

/** Returns what the format with this id shows; `codes` are the formats of the workbook itself. */
export function formOfFormat(id: number, codes: ReadonlyMap<number, string>): MomentForm {
  const code = codes.get(id)
  return code === undefined ? (BUILT_IN.get(id) ?? null) : formOfCode(code)
}

/** What a number format shows that the number does not say: a hundred times as much with a percent sign, or zeros in front. */
export type ShownForm = 'percent' | 'zeros' | null

/** Returns in which form the format with this id shows numbers; null for the form that they are stored in. */
export function shownFormOf(id: number, codes: ReadonlyMap<number, string>): ShownForm {
  const code = codes.get(id) ?? (id === 9 || id === 10 ? '0%' : '')
  const bare = code.slice(0, MAX_CODE_CHARACTERS).replace(/"[^"]*"|\\.|[_*]./g, '')
  if (bare.includes('%')) return 'percent'
  return /^0{3,}(?:;|$)/.test(bare) ? 'zeros' : null
}

/** Longer codes do not occur. */
const MAX_CODE_CHARACTERS = 255

function formOfCode(code: string): MomentForm {
  const [positive = ''] = code
    .slice(0, MAX_CODE_CHARACTERS)
    // Texts, escaped characters, and widths of characters.
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration'
  // Colours, conditions and languages; fractions of seconds.
  const letters = positive
    .replace(/\[[^\]]*\]|s[.,]0+/gi, (part) => (part.startsWith('[') ? '' : 's'))
    .toLowerCase()
  // Digits make it a number, whatever letters stand around them.
  if (/general|@|[0#?]/.test(letters)) return null
  const hasTime = /[hs]/.test(letters)
  const hasDate = /[dy]/.test(letters) || (letters.includes('m') && !hasTime)
  if (hasDate) return hasTime ? 'moment' : 'date'
  return hasTime ? 'time' : null
}

function range(from: number, to: number, form: MomentForm): [number, MomentForm][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, form])
}
