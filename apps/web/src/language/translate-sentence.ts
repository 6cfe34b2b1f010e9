import { pageLanguage } from './page-language.ts'

/** Sentences of the service in another language, by their English wording. `{name}` stands for a value, in both. */
export type Sentences = Readonly<Record<string, string>>

/** What a translation does with a text of the service. Only a page in that language loads it. */
export type Translator = { readonly translate: (text: string) => string }

/** A text of the service in the language of the page; English where the language lacks it. */
export function translateSentence(text: string): string {
  const translator = pageLanguage().translation?.serviceSentence
  return translator && isTranslator(translator) ? translator.translate(text) : text
}

function isTranslator(group: object): group is Translator {
  return 'translate' in group && typeof group.translate === 'function'
}
