import { describe, expect, it } from 'vitest'
import { splitBlocks } from './split-blocks.ts'

describe('splitBlocks', () => {
  it('splits at empty lines', () => {
    expect(splitBlocks('# One\n\nTwo\nmore\n\n\nThree')).toEqual(['# One\n', 'Two\nmore\n\n', 'Three'])
  })

  it('loses only empty lines', () => {
    const text = 'a\n\n- b\n\n- c\n\n```\nd\n\ne\n```\n\nf'
    expect(splitBlocks(text).join('\n')).toBe(text)
  })

  it('keeps a fence whole, also a fence that is not closed yet', () => {
    expect(splitBlocks('```sql\nselect 1\n\nselect 2\n```\n\nafter')).toEqual([
      '```sql\nselect 1\n\nselect 2\n```\n',
      'after',
    ])
    expect(splitBlocks('````\n```\n\nx')).toEqual(['````\n```\n\nx'])
  })

  it('keeps the items of a list together, with the indented text below them', () => {
    expect(splitBlocks('1. a\n\n   more\n\n2. b\n\nafter')).toEqual(['1. a\n\n   more\n\n2. b\n', 'after'])
  })

  it('leaves text with link definitions whole', () => {
    const text = 'See [a].\n\nMore.\n\n[a]: https://example.org'
    expect(splitBlocks(text)).toEqual([text])
  })

  it('returns no blocks for an empty text', () => {
    expect(splitBlocks('')).toEqual([])
  })
})
