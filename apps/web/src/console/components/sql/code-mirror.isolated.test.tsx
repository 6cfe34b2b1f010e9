// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodeMirror } from './code-mirror.tsx'

// Next.js resolves style sheets; here a class needs no name.
vi.mock('./code-mirror.module.css', () => ({ default: {} }))

let root: Root
const changes: string[] = []
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  changes.length = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

/** Draws the editor with the text that the page holds. */
function show(value: string): void {
  act(() =>
    root.render(
      <MantineProvider>
        <CodeMirror
          value={value}
          onChange={(sql) => changes.push(sql)}
          onRun={() => undefined}
          schema={{}}
          label="SQL"
          placeholder=""
        />
      </MantineProvider>,
    ),
  )
}

function editor(): EditorView {
  const found = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor') ?? document.body)
  if (!found) throw new Error('There is no editor.')
  return found
}

const type = (text: string) => {
  const at = editor().state.doc.length
  act(() => editor().dispatch({ changes: { from: at, insert: text } }))
}
const shown = () => editor().state.doc.toString()

it('keeps what was typed while the page still draws an earlier text', () => {
  show('')
  type('SELECT ')
  type('1 ')
  show('SELECT ')
  type('AS n')
  show('SELECT 1 ')
  expect(shown()).toBe('SELECT 1 AS n')
  show('SELECT 1 AS n')
  expect(shown()).toBe('SELECT 1 AS n')
  expect(changes).toEqual(['SELECT ', 'SELECT 1 ', 'SELECT 1 AS n'])
})

it('takes a text that the page sets, also one that was typed before', () => {
  show('')
  type('SELECT 1')
  show('SELECT 1')
  show('SELECT 2')
  expect(shown()).toBe('SELECT 2')
  show('SELECT 1')
  expect(shown()).toBe('SELECT 1')
  expect(changes).toEqual(['SELECT 1'])
})
