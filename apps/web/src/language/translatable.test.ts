import { afterEach, expect, test } from 'vitest'
import { setDocumentLanguage } from './page-language.ts'
import { showNumber } from './show-number.ts'
import { translatable } from './translatable.ts'

const TEXTS = translatable('fruit', {
  title: 'Fruit',
  count: (count: number) => `${showNumber(count)} pieces`,
  kinds: { apple: 'Apple' },
  months: ['Jan', 'Feb'],
})
/** Read by a module while it loads, as constants of components do. */
const { kinds } = TEXTS

const GERMAN = {
  title: 'Obst',
  count: (count: number) => `${showNumber(count)} Stück`,
  kinds: { apple: 'Apfel' },
  months: ['Jan.', 'Feb.'],
}

afterEach(() => setDocumentLanguage(null))

test('texts are those that they are written in until the page has another language', () => {
  expect(TEXTS.title).toBe('Fruit')
  expect(TEXTS.count(1234)).toBe('1,234 pieces')
  expect(Object.entries(TEXTS.kinds)).toEqual([['apple', 'Apple']])
})

test('texts, groups, lists and numbers follow the language of the page, also where a group was read before', () => {
  setDocumentLanguage({ language: 'zh-Hans', locale: 'de-DE', translation: { fruit: GERMAN } })
  expect(TEXTS.title).toBe('Obst')
  expect(TEXTS.count(1234)).toBe('1.234 Stück')
  expect(kinds.apple).toBe('Apfel')
  expect({ ...TEXTS.kinds }).toEqual({ apple: 'Apfel' })
  expect(TEXTS.months).toEqual(['Jan.', 'Feb.'])
  setDocumentLanguage({ language: 'en', locale: 'en-GB', translation: null })
  expect(kinds.apple).toBe('Apple')
})
