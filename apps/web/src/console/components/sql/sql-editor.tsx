'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import type { SqlEditorProps } from './code-mirror.tsx'

/** The editor's script loads only where SQL is written. */
export const SqlEditor = dynamic<SqlEditorProps>(
  () => import('./code-mirror.tsx').then((module) => module.CodeMirror),
  { ssr: false, loading: () => <Skeleton height={120} radius="md" /> },
)
