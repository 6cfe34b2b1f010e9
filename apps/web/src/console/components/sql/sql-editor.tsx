'use client'

import { Skeleton } from '@mantine/core'
import { lazyPart } from '../lazy-part.tsx'
import type { SqlEditorProps } from './code-mirror.tsx'

/** The editor's script loads only where SQL is written. */
export const SqlEditor = lazyPart<SqlEditorProps>(
  () => import('./code-mirror.tsx').then((module) => module.CodeMirror),
  <Skeleton height={120} radius="md" />,
)
