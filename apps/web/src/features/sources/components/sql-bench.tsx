'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { SqlEditor } from '#web/components/sql-editor/sql-editor.tsx'
import { useRunSql, useSqlSchema } from '../hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { SqlResult, type SqlRows } from './sql-result.tsx'
import { TableStarts } from './table-starts.tsx'

const texts = SOURCE_TEXTS.sql

type Props = {
  readonly initialSql: string
  /** Where the result is shown; below the editor unless this says otherwise. */
  readonly children?: (result: SqlRows) => ReactNode
}

/** Write a statement, run it, see what it gives. */
export function SqlBench({ initialSql, children = (result) => <SqlResult result={result} /> }: Props) {
  const schema = useSqlSchema()
  const run = useRunSql()
  const [sql, setSql] = useState(initialSql)
  const start = () => {
    if (sql.trim() !== '') run.mutate({ sql })
  }
  const begin = (statement: string) => {
    setSql(statement)
    run.mutate({ sql: statement })
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
      {sql === '' && <TableStarts schema={schema} onChoose={begin} />}
      <div aria-live="polite">
        {run.isError && <ErrorNotice error={run.error} title={texts.failed} />}
        {run.data && children(run.data)}
      </div>
    </Stack>
  )
}
