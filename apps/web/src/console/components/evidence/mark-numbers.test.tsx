import type { NumberSpan } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { splitBlocks } from '../markdown/split-blocks.ts'
import { markNumbers, numbersOfBlocks } from './mark-numbers.ts'

function spansOf(text: string, ...numbers: string[]): NumberSpan[] {
  let from = 0
  return numbers.map((number) => {
    const offset = text.indexOf(number, from)
    from = offset + number.length
    const nothing = {
      step_id: null,
      row: null,
      column: null,
      rule: null,
      value: null,
      chance: 0,
      block_height: null,
      cells: null,
    }
    return { offset, length: number.length, kind: 'none', ...nothing }
  })
}

function draw(text: string, ...numbers: string[]): string {
  const blocks = splitBlocks(text)
  const all = numbersOfBlocks(text, { blocks, spans: spansOf(text, ...numbers) })
  return blocks
    .map((block, index) =>
      renderToStaticMarkup(
        <ReactMarkdown remarkPlugins={[remarkGfm, [markNumbers, all[index] ?? []]]}>{block}</ReactMarkdown>,
      ),
    )
    .join('')
}

test('marks the numbers of paragraphs, emphasis, lists and tables where they stand', () => {
  const html = draw(
    'First **5,076** g.\n\n- one 12\n- two 12\n\n| a | b |\n|---|---|\n| x | 7.5 |',
    '5,076',
    '12',
    '12',
    '7.5',
  )
  expect(html).toContain('<strong><mark data-number="0">5,076</mark></strong>')
  expect(html).toContain('<li>one <mark data-number="1">12</mark></li>')
  expect(html).toContain('<li>two <mark data-number="2">12</mark></li>')
  expect(html).toContain('<td><mark data-number="3">7.5</mark></td>')
})

test('marks only the number that was judged, not an equal one before it', () => {
  const text = 'It is `12` and 12.'
  const spans = spansOf(text, '12', '12').slice(1)
  const [numbers = []] = numbersOfBlocks(text, { blocks: [text], spans })
  const html = renderToStaticMarkup(
    <ReactMarkdown remarkPlugins={[[markNumbers, numbers]]}>{text}</ReactMarkdown>,
  )
  expect(html).toBe('<p>It is <code>12</code> and <mark data-number="0">12</mark>.</p>')
})

test('leaves a text with escapes as it is', () => {
  expect(draw('5 \\* 12', '12')).toBe('<p>5 * 12</p>')
})
