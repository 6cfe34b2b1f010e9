import { expect, test } from 'vitest'
import { hasWords, readTyped } from './read-typed.ts'

test('a mention begins at a space or a line and ends at the caret', () => {
  expect(readTyped('@', 1)).toEqual({ kind: 'mention', start: 0, words: '' })
  expect(readTyped('How many in @Sea we', 19)).toEqual({ kind: 'mention', start: 12, words: 'sea we' })
  expect(readTyped('one\n@žiž two', 8)).toEqual({ kind: 'mention', start: 4, words: 'žiž' })
})

test('mail addresses, a sign followed by a space and long texts are no mentions', () => {
  for (const text of ['mail ana@shop.example', 'at @ five', 'a @b\nc', `@${'x'.repeat(61)}`, ''])
    expect(readTyped(text, text.length)).toBeNull()
})

test('a command is the whole text', () => {
  expect(readTyped('/Fil', 4)).toEqual({ kind: 'command', start: 0, words: 'fil' })
  for (const text of ['/usr/bin', ' /files', '/files now']) expect(readTyped(text, text.length)).toBeNull()
})

test('a name matches by the beginnings of its words without accents and letter case', () => {
  expect(hasWords('Tržby – Žižkov 2026', 'ziz trz')).toBe(true)
  expect(hasWords('seattle_weather', 'wea')).toBe(true)
  expect(hasWords('Seattle weather', 'attle')).toBe(false)
  expect(hasWords('anything', '')).toBe(true)
})
