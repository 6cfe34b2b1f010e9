'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useRunSql, useSqlSchema } from '#web/console/queries/data-source.ts'
import { useDraft } from '../conversation/draft.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { ResultCard } from '../result/result-card.tsx'
import { SqlEditor } from './sql-editor.tsx'
import { type SqlRows, statementView } from './statement-view.ts'
import { TableStarts } from './table-starts.tsx'
import { SQL_TEXTS as texts } from './texts.ts'

type Props = {
  readonly initialSql?: string
  /** The name under which this tab stores the text, so that it survives a reload. */
  readonly draftKey?: string
  /** Where the result is shown; by default below the editor. */
  readonly children?: (result: SqlRows, sql: string) => ReactNode
}

/** An editor to write a statement, run it and see its result. */
export function SqlBench({ initialSql = '', draftKey, children = showResult }: Props) {
  const schema = useSqlSchema()
  const run = useRunSql()
  const [sql, setSql] = useSqlText(initialSql, draftKey)
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
        {run.data && children(run.data, run.variables.sql)}
      </div>
    </Stack>
  )
}

function showResult(result: SqlRows, sql: string): ReactNode {
  return <ResultCard result={statementView(result, sql)} initialTab="table" isSqlOffered={false} />
}

function useSqlText(initialSql: string, draftKey: string | undefined) {
  const text = useState(initialSql)
  const draft = useDraft(draftKey ?? '')
  return draftKey === undefined ? text : draft
}
