import type { Sentences, Translator } from '#web/language/translate-sentence.ts'

const VALUE = /\{(\w+)\}/g
/** Longer texts are no sentences. */
const MAX_LENGTH = 2000
/** The blank after a Chinese full stop, which is already as wide as a stop with a blank. */
const AFTER_WIDE_STOP = /(?<=[。！？]) /g
/** Between two sentences. */
const SENTENCE_END = /(?<=[.?!]) (?=[A-Z“"])/

/**
 * Translates texts of one or more sentences. A sentence that `sentences` lacks, and one of another program such as a
 * database, stays as it is.
 */
export function translatorOf(sentences: Sentences): Translator {
  const forms = formsOf(sentences)
  return {
    translate: (text) =>
      text.length > MAX_LENGTH ? text : (translate(text, forms) ?? eachSentence(text, forms)),
  }
}

type Form = { readonly pattern: RegExp; readonly translated: string }

/** The pattern of each sentence. Those without a value come first. */
function formsOf(sentences: Sentences): readonly Form[] {
  return Object.entries(sentences)
    .toSorted(([a], [b]) => countValues(a) - countValues(b))
    .map(([english, translated]) => ({ pattern: patternOf(english), translated }))
}

function patternOf(english: string): RegExp {
  const parts = english.split(VALUE)
  const source = parts.map((part, place) => (place % 2 === 1 ? `(?<${part}>.+?)` : escaped(part)))
  return new RegExp(`^${source.join('')}$`, 's')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Returns null for a text that matches no sentence. A value may itself be a sentence, such as the name of a kind of server.
 * A value called `name` is the user's own word and stays.
 */
function translate(text: string, forms: readonly Form[]): string | null {
  for (const { pattern, translated } of forms) {
    const found = pattern.exec(text)
    if (!found) continue
    return translated.replaceAll(VALUE, (_, name: string) => {
      const value = found.groups?.[name] ?? ''
      return (name === 'name' ? null : translate(value, forms)) ?? value
    })
  }
  return null
}

function eachSentence(text: string, forms: readonly Form[]): string {
  return text
    .split(SENTENCE_END)
    .map((sentence) => translate(sentence, forms) ?? sentence)
    .join(' ')
    .replaceAll(AFTER_WIDE_STOP, '')
}

function countValues(sentence: string): number {
  return sentence.match(VALUE)?.length ?? 0
}
