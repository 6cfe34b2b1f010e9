'use client'

import { autocompletion, closeBrackets, closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useMantineStyleNonce } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { SqlSchema } from '#web/console/queries/data-source.ts'
import classes from './code-mirror.module.css'

export type SqlEditorProps = {
  readonly value: string
  readonly onChange: (sql: string) => void
  /** Control or Command and Enter. */
  readonly onRun: () => void
  readonly schema: SqlSchema
  readonly label: string
  readonly placeholder: string
}

/**
 * A SQL editor: completion over the given tables, highlighting, undo. Tab moves the focus, as everywhere on a
 * page.
 */
export function CodeMirror({ value, onChange, onRun, schema, label, placeholder: hint }: SqlEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const language = useRef(new Compartment())
  // Typed texts that have not come back as `value` yet. A text that comes back late must not undo later typing.
  const typed = useRef<string[]>([])
  const latest = useRef({ onChange, onRun, value, schema })
  latest.current = { onChange, onRun, value, schema }
  const nonce = useMantineStyleNonce()

  useEffect(() => {
    if (!frame.current) return
    const editor = new EditorView({
      parent: frame.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(nonce?.() ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          placeholder(hint),
          language.current.of(languageOf(latest.current.schema)),
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: (target) => run(target, latest.current.onRun) }])),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((change) => change.annotation(fromOutside)))
              return
            const text = update.state.doc.toString()
            typed.current.push(text)
            latest.current.onChange(text)
          }),
          ...basics,
        ],
      }),
    })
    view.current = editor
    typed.current = []
    return () => editor.destroy()
  }, [label, hint, nonce])

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(schema)) })
  }, [schema])

  useEffect(() => {
    const place = typed.current.lastIndexOf(value)
    typed.current = place === -1 ? [] : typed.current.slice(place + 1)
    const editor = view.current
    if (place !== -1 || !editor || editor.state.doc.toString() === value) return
    const changes = { from: 0, to: editor.state.doc.length, insert: value }
    editor.dispatch({ changes, annotations: fromOutside.of(true) })
  }, [value])

  return <div ref={frame} className={classes.editor} />
}

/** Marks a text that the page set, not the user. */
const fromOutside = Annotation.define<boolean>()

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: classes.keyword ?? '' },
  { tag: [tags.string, tags.special(tags.string)], class: classes.string ?? '' },
  { tag: tags.number, class: classes.number ?? '' },
  { tag: tags.comment, class: classes.comment ?? '' },
])

const basics = [
  lineNumbers(),
  history(),
  closeBrackets(),
  autocompletion(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
]

function languageOf(schema: SqlSchema) {
  const tables = Object.fromEntries(Object.entries(schema).map(([table, columns]) => [table, [...columns]]))
  return sql({ dialect: PostgreSQL, schema: tables, upperCaseKeywords: true })
}

/** Closes the list of completions first, because it would cover the result. */
function run(editor: EditorView, onRun: () => void): boolean {
  closeCompletion(editor)
  onRun()
  return true
}
