'use client'

import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useMantineStyleNonce } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { SqlSchema } from '#web/console/queries/data-source.ts'
import classes from './code-mirror.module.css'
import type { SqlEditorProps } from './sql-editor.tsx'

/**
 * A SQL editor: completion over the given tables, highlighting, undo. Tab moves the focus, as everywhere on a
 * page.
 */
export function CodeMirror({ value, onChange, onRun, schema, label, placeholder: hint }: SqlEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const language = useRef(new Compartment())
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
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => run(latest.current.onRun) }])),
          keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
          ...basics,
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, hint, nonce])

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(schema)) })
  }, [schema])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={frame} className={classes.editor} />
}

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

function run(onRun: () => void): boolean {
  onRun()
  return true
}
