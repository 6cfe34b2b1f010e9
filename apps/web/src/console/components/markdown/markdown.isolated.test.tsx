// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Markdown } from './markdown.tsx'

/** Every text that the renderer received, in order; it is still rendered. */
const drawn: string[] = []
vi.mock('react-markdown', async (importOriginal) => {
  const { default: ReactMarkdown } = await importOriginal<typeof import('react-markdown')>()
  return {
    default: (props: Parameters<typeof ReactMarkdown>[0]) => {
      drawn.push(props.children ?? '')
      return ReactMarkdown(props)
    },
  }
})

let root: Root
beforeEach(() => {
  // React warns without it when a test controls its scheduler.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  drawn.length = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

function show(text: string, isGrowing: boolean): void {
  act(() =>
    root.render(
      <MantineProvider>
        <Markdown text={text} isGrowing={isGrowing} />
      </MantineProvider>,
    ),
  )
}

const BLOCKS = [
  '# Sales by month',
  'The best month was **July**, with 26 degrees on average.',
  '- one\n- two\n- three',
  '| month | sales |\n|---|---|\n| July | 26 |\n| August | 27 |',
  '```sql\nselect month, sum(sales)\n\nfrom shop.sales group by month\n```',
  'So much for that.',
]

it('redraws only the block that changes while an answer grows', () => {
  const words = BLOCKS.join('\n\n').split(/(?<=\s)/)
  let text = ''
  for (const word of words) {
    text += word
    show(text, true)
  }
  // Each word redraws the growing block once; a finished block is drawn once more as a whole.
  expect(drawn.length).toBeLessThanOrEqual(words.length + BLOCKS.length)
  for (const block of BLOCKS.slice(0, -1)) {
    const finished = drawn.findLastIndex((one) => one.trim() === block)
    const sign = block.slice(0, 12)
    expect(finished).toBeGreaterThanOrEqual(0)
    expect(drawn.slice(finished + 1).filter((one) => one.startsWith(sign))).toEqual([])
  }
})

it('redraws nothing when the finished answer replaces the growing one', () => {
  const text = BLOCKS.join('\n\n')
  show(text, true)
  drawn.length = 0
  show(text, false)
  expect(drawn).toEqual([])
})

it('names the boxes of a task list and gives each block its own direction', () => {
  show('- [x] Load the file\n- [ ] Draw it\n\nHello\n\nمرحبا', false)
  const boxes = [...document.querySelectorAll('input')]
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(['Load the file', 'Draw it'])
  expect([...document.querySelectorAll('p')].map(({ dir }) => dir)).toEqual(['auto', 'auto'])
})

it('draws formulas with their names in MathML and leaves prices as text', async () => {
  show('Area $\\pi r^2$ for $5 and $7, `$HOME`.\n\n$$\\frac{a}{b}$$', false)
  await vi.waitFor(async () => {
    await act(async () => undefined)
    expect(document.querySelectorAll('math')).toHaveLength(2)
  }, 20_000)
  expect(document.querySelector('annotation')?.textContent).toBe('\\pi r^2')
  expect(document.querySelectorAll('math')[1]?.getAttribute('display')).toBe('block')
  expect(document.body.textContent).toContain('for $5 and $7, $HOME.')
  expect(document.querySelectorAll('[style]')).toHaveLength(0)
})
