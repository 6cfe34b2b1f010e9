'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRunSql, useSqlSchema } from '#web/console/queries/data-source.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { SqlEditor } from './sql-editor.tsx'
import type { SqlRows } from './statement-view.ts'
import { SQL_TEXTS as texts } from './texts.ts'

type Props = {
  readonly initialSql: string
  /** The run whose statement is edited. */
  readonly runId: string
  /** Shows the result. `is_correction` says whether the statement is kept as a correction of that of the run. */
  readonly children: (result: SqlRows & { readonly is_correction: boolean }, sql: string) => ReactNode
}

/** An editor to write a statement, run it and see its result. */
export function SqlBench({ initialSql, runId, children }: Props) {
  const schema = useSqlSchema()
  const run = useRunSql()
  const [sql, setSql] = useState(initialSql)
  const start = () => {
    if (sql.trim() !== '') run.mutate({ sql, run_id: runId })
  }
  return (
    <Stack gap="sm">
      <SqlEditor
        value={sql}
        onChange={setSql}
        onRun={start}
        schema={schema}
        label={texts.editor}
        placeholder={texts.placeholder}
      />
      <Group>
        <Button
          size="sm"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={run.isPending}
          disabled={sql.trim() === ''}
          onClick={start}
        >
          {texts.run}
        </Button>
        <Text size="xs" c="dimmed">
          {texts.hint}
        </Text>
      </Group>
      <div aria-live="polite">
        {run.isError && <ErrorNotice error={run.error} title={texts.failed} />}
        {run.data && children(run.data, run.variables.sql)}
      </div>
    </Stack>
  )
}
