import { pageLanguage } from './page-language.ts'

/** The shape of texts in any language: the same names, and functions with the same parameters. */
type Texts<Group> = Group extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Group extends string
    ? string
    : { readonly [Name in keyof Group]: Texts<Group[Name]> }

/**
 * Makes texts that are read in the language of the page. `name` names the group in every translation. A text must be read
 * while a page renders or later: a constant of a module would be read before the language is known.
 *
 * @example
 * const CHAT_TEXTS = translatable('chats', { title: 'Chats' })
 * CHAT_TEXTS.title // '对话' on a page in Chinese
 */
export function translatable<const Group extends object>(name: string, english: Group): Texts<Group> {
  return followPage(english, () => pageLanguage().translation?.[name]) as Texts<Group>
}

/** A copy whose texts are getters, and whose groups are such copies. */
function followPage(english: object, findTranslated: () => unknown): object {
  const texts = {}
  for (const [name, text] of Object.entries(english)) {
    const find = () => readField(findTranslated(), name)
    Object.defineProperty(
      texts,
      name,
      isGroup(text)
        ? { enumerable: true, value: followPage(text, find) }
        : { enumerable: true, get: () => find() ?? text },
    )
  }
  return texts
}

/** Lists are read whole. */
function isGroup(text: unknown): text is object {
  return typeof text === 'object' && text !== null && !Array.isArray(text)
}

function readField(group: unknown, name: string): unknown {
  return typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined
}
