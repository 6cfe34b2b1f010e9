'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { SqlSchema } from '#web/console/queries/data-source.ts'

export type SqlEditorProps = {
  readonly value: string
  readonly onChange: (sql: string) => void
  /** Control or Command and Enter. */
  readonly onRun: () => void
  readonly schema: SqlSchema
  readonly label: string
  readonly placeholder: string
}

/** The editor's script loads only where SQL is written. */
export const SqlEditor = dynamic<SqlEditorProps>(
  () => import('./code-mirror.tsx').then((module) => module.CodeMirror),
  { ssr: false, loading: () => <Skeleton height={120} radius="md" /> },
)
