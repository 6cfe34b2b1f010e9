import { afterEach, expect, test } from 'vitest'
import { setDocumentLanguage } from '#web/language/page-language.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { translatorOf } from './translator-of.ts'

const SERVICE_SENTENCE = translatorOf({
  'There is no {thing} with this id.': 'Es gibt kein {thing} mit dieser Nummer.',
  'There is no tree with this id.': 'Diesen Baum gibt es nicht.',
  '{server} answered with {status}.': 'Antwort {status} von {server}.',
  'The model server': 'dem Modellserver',
  'You have a tree {name} already.': 'Den Baum {name} gibt es schon.',
  'Try again.': 'Noch einmal.',
})

afterEach(() => setDocumentLanguage(null))

function speakGerman(): void {
  setDocumentLanguage({
    language: 'zh-Hans',
    locale: 'de-DE',
    translation: { serviceSentence: SERVICE_SENTENCE },
  })
}

test('sentences stay as the service wrote them on a page in English', () => {
  expect(translateSentence('There is no tree with this id.')).toBe('There is no tree with this id.')
})

test('a sentence is translated with its values, the form without values first', () => {
  speakGerman()
  expect(translateSentence('There is no tree with this id.')).toBe('Diesen Baum gibt es nicht.')
  expect(translateSentence('There is no (a|b) with this id.')).toBe('Es gibt kein (a|b) mit dieser Nummer.')
  expect(translateSentence('The model server answered with 500.')).toBe('Antwort 500 von dem Modellserver.')
  expect(translateSentence('You have a tree The model server already.')).toBe(
    'Den Baum The model server gibt es schon.',
  )
  expect(translateSentence('OpenAI answered with 500.')).toBe('Antwort 500 von OpenAI.')
})

test('of several sentences the known ones are translated, and the words of other programs stay', () => {
  speakGerman()
  expect(translateSentence('There is no tree with this id. Try again.')).toBe(
    'Diesen Baum gibt es nicht. Noch einmal.',
  )
  expect(translateSentence('Parser Error: syntax error at "SELEC". Try again.')).toBe(
    'Parser Error: syntax error at "SELEC". Noch einmal.',
  )
})
