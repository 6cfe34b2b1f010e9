import type { TextScope } from './find-scopes.ts'
import { firstFrom } from './placed-within.ts'
import { isSameWord } from './words-of.ts'

/** The words directly in front of a number, without those that only lead to it: "the profit" of "the profit was 12". */
export type NameBefore = {
  readonly words: TextScope['words']
  /** The index of the last word of the name. */
  readonly last: number
  /** The same where a phrase follows the name: "the profit in 2023 was 12". Null without one. */
  readonly lastBeforePhrase: number | null
  /** Whether a verb stands between the name and the number. */
  readonly hasVerb: boolean
}

/** Words between a name and its number. A Chinese character is a word. */
const VERBS: ReadonlySet<string> = new Set(
  'was is were are war waren ist sind betrug betragt betrugen lag liegt est etait sont es fue son fueron era 为 為 是'.split(
    ' ',
  ),
)
const LINKS: ReadonlySet<string> = new Set(
  `of at to a about around roughly nearly almost over only just exactly reached reaches hit hits amounted came stood
  rose fell grew climbed increased decreased dropped declined von bei auf rund etwa nur erreichte
  de a atteint environ alcanzo 达 達 到 约 約 有 共 了 仅 至 は が`.split(/\s+/),
)
const MOST_LINKS = 4
const SEPARATOR = /^[\s:：=*_~≈(（–—-]{0,8}$/
const INSIDE = /^[\s_-]?$/

/** Words in front of a name that belong to it. */
const BESIDES = new Set(
  `the its our their all a an der dem den die das la le les los las el l total highest lowest largest smallest best worst
  biggest greatest most least`.split(/\s+/),
)
/** Words in front of a name that make it a part of another figure: "the growth of revenue". */
const PARTS = new Set(
  'of in per von de du des del d average mean median avg share no other durchschnittliche durchschnittlicher mittlere mittlerer 均 每'.split(
    ' ',
  ),
)
/** The same where the name is followed by a verb: "the employee with the highest salary is 47". */
const PARTS_OF_SUBJECT = new Set('by for with to from an en mit fur con avec pour para'.split(' '))
const AND = new Set(['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', '和', '与', '及', '或'])

/** Finds the words in front of a number; null where none stand directly there. */
export function nameBefore(offset: number, text: string, { words }: TextScope): NameBefore | null {
  let last = firstFrom(words, offset) - 1
  let end = offset
  let hasVerb = false
  for (let links = 0; links <= MOST_LINKS; links++, last--) {
    const word = words[last]
    if (!word || !SEPARATOR.test(text.slice(word.offset + word.text.length, end))) return null
    const isVerb = VERBS.has(word.word)
    if (!isVerb && !LINKS.has(word.word)) {
      const lastBeforePhrase = hasVerb ? skipPhrase(words, last, text) : null
      return { words, last, lastBeforePhrase, hasVerb }
    }
    hasVerb ||= isVerb
    end = word.offset
  }
  return null
}

/** Words that begin a phrase behind a name, and how many words follow them. */
const PHRASES: ReadonlySet<string> = new Set('in for of on im fur von en de du pour para'.split(' '))
const MOST_IN_PHRASE = 3

/** The index of the word in front of the phrase that ends at `last`; null where no phrase does. */
function skipPhrase(words: NameBefore['words'], last: number, text: string): number | null {
  for (let index = last; index > 0 && index >= last - MOST_IN_PHRASE; index--) {
    const [before, word] = [words[index - 1], words[index]]
    if (!before || !word || /[,;:.()\n|]/.test(text.slice(before.offset + before.text.length, word.offset)))
      return null
    if (index < last && PHRASES.has(word.word)) return index - 1
  }
  return null
}

/** Whether a name in front of a number names that number: it is not a part of another figure, and not in a list. */
export function isNamedBefore(
  { words, hasVerb }: Pick<NameBefore, 'words' | 'hasVerb'>,
  { last, name, isName }: { last: number; name: readonly string[]; isName: (word: string) => boolean },
  text: string,
): boolean {
  const first = last - name.length + 1
  for (const [index, word] of name.entries()) {
    const [said, next] = [words[first + index], words[first + index + 1]]
    if (!said || !isSameWord(word, said.word)) return false
    if (first + index < last && next && !INSIDE.test(text.slice(said.offset + said.text.length, next.offset)))
      return false
  }
  let before = first - 1
  while (BESIDES.has(words[before]?.word ?? '')) before--
  const word = words[before]?.word ?? ''
  if (PARTS.has(word) || (hasVerb && PARTS_OF_SUBJECT.has(word))) return false
  return !hasVerb || !AND.has(word) || !isName(words[before - 1]?.word ?? '')
}
