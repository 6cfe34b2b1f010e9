import { expect, test } from 'vitest'
import { readValueWords, writeValueWords } from './value-words.ts'

test('reads what it writes', () => {
  const words = [
    { value: 'Netherlands', synonyms: ['Holland', 'NL'] },
    { value: 'a = b', synonyms: ['equal'] },
  ]
  expect(readValueWords(writeValueWords(words))).toEqual(words)
  expect(readValueWords('')).toEqual([])
  expect(readValueWords('\n  1 =  active ,, on \n')).toEqual([{ value: '1', synonyms: ['active', 'on'] }])
})

test.for(['Holland', '= Holland', 'Netherlands =', 'Netherlands = ,'])('cannot read the line %s', (line) => {
  expect(readValueWords(`a = b\n${line}`)).toEqual({ unreadable: line })
})
