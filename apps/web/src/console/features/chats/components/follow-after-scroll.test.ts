import { expect, it } from 'vitest'
import { followAfterScroll } from './follow-after-scroll.ts'

const AWAY = { isNearEnd: false, isOwn: false, isPastQuestion: true, hasIntent: true }

it('stays where the reader scrolled below the question of an answer that still grows', () => {
  expect(followAfterScroll('exchange', AWAY)).toBe('nothing')
  expect(followAfterScroll('end', { ...AWAY, isPastQuestion: false })).toBe('nothing')
})

it('goes on after its own scrolling, also just after the reader pressed a key', () => {
  expect(followAfterScroll('exchange', { ...AWAY, isOwn: true, isPastQuestion: false })).toBe('exchange')
})

it('goes on when content that appears or shrinks scrolls the page', () => {
  expect(followAfterScroll('exchange', { ...AWAY, hasIntent: false })).toBe('exchange')
  expect(followAfterScroll('end', { ...AWAY, hasIntent: false })).toBe('end')
})

it('follows the end after its reader scrolled there, but not while the question is not yet on top', () => {
  const end = { ...AWAY, isNearEnd: true }
  expect(followAfterScroll('nothing', end)).toBe('end')
  expect(followAfterScroll('exchange', end)).toBe('end')
  expect(followAfterScroll('exchange', { ...end, isPastQuestion: false })).toBe('exchange')
})
