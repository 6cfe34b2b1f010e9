import { expect, test } from 'vitest'
import { MASK, maskFormulas } from './mask-formulas.ts'

const texOf = (text: string) => maskFormulas(text).formulas.map(({ tex }) => tex)

test.each([
  ['The area is $\\pi r^2$.', ['\\pi r^2']],
  ['Let $x$ and $y_1$ be given.', ['x', 'y_1']],
  ['So \\(a+b\\) holds.', ['a+b']],
  ['$$\\sum_{i=1}^n i$$', ['\\sum_{i=1}^n i']],
  ['\\[\nE = mc^2\n\\]', ['E = mc^2']],
  ['Together $2x$ of $10 + y$.', ['2x', '10 + y']],
])('finds the formulas of %j', (text, formulas) => {
  expect(texOf(text)).toEqual(formulas)
})

test.each([
  'It costs $5 and $7.',
  'Between $5-$7 a month.',
  'From $1,200 to $3,400.',
  '$5 million, or 7$ each',
  'US$5 and AU$6',
  'Set `$HOME` and `$PATH`.',
  'For $7, set `$HOME`.',
  '```sh\necho $A $B\n```',
  'A literal \\$x\\$ stays.',
  'See \\[1\\] and \\[the report\\].',
  'Profit of $20M, cost of $5M',
])('leaves the text %j without formulas', (text) => {
  expect(maskFormulas(text)).toEqual({ text, formulas: [] })
})

test('keeps the length of the text, so that places in it stay', () => {
  const text = 'First $a^2$, then $b$ and 42.'
  const masked = maskFormulas(text)
  expect(masked.text).toHaveLength(text.length)
  expect(masked.text.indexOf('42')).toBe(text.indexOf('42'))
  expect(masked.text.match(MASK)?.map(({ length }) => length)).toEqual(['$a^2$'.length, '$b$'.length])
})
