'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlignLeft, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ResultCard } from '#web/console/components/result/result-card.tsx'
import { SqlEditor } from '#web/console/components/sql/sql-editor.tsx'
import { statementView } from '#web/console/components/sql/statement-view.ts'
import { SQL_TEXTS } from '#web/console/components/sql/texts.ts'
import { useRunSql, useSqlSchema } from '#web/console/queries/data-source.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { SchemaTree } from './schema-tree.tsx'
import { changeSql, openStatement, openTabOf, rememberStatement } from './sql-notebook.ts'
import { SqlTabs } from './sql-tabs.tsx'
import classes from './sql-workbench.module.css'
import { StatementMenu } from './statement-menu.tsx'
import { useSqlNotebook } from './use-sql-notebook.ts'

const texts = SOURCE_TEXTS.sql

/** Statements in tabs, the tables they can read, and the result of the last one. `owner` is the signed-in user. */
export function SqlWorkbench({ owner }: { owner: string }) {
  const schema = useSqlSchema()
  const run = useRunSql()
  const { notebook, change } = useSqlNotebook(owner)
  const { sql } = openTabOf(notebook)
  useStatementOfAddress((statement) => change((before) => openStatement(before, statement)))

  function start(statement = sql) {
    if (statement.trim() === '') return
    change((before) => rememberStatement(openStatement(before, statement), statement))
    run.mutate({ sql: statement })
  }

  async function format() {
    const formatted = await formatStatement(sql)
    if (formatted === null) notifications.show({ color: 'red', message: texts.notFormatted })
    else change((before) => changeSql(before, formatted))
  }

  return (
    <div className={classes.bench}>
      <Stack gap="sm" className={classes.work ?? ''}>
        <SqlTabs notebook={notebook} change={change} />
        <SqlEditor
          value={sql}
          onChange={(text) => change((before) => changeSql(before, text))}
          onRun={() => start()}
          schema={schema}
          label={SQL_TEXTS.editor}
          placeholder={SQL_TEXTS.placeholder}
        />
        <Group gap="xs">
          <RunButton run={run} isEmpty={sql.trim() === ''} onStart={() => start()} />
          <Button
            size="sm"
            variant="default"
            leftSection={<IconAlignLeft size={16} aria-hidden />}
            disabled={sql.trim() === ''}
            onClick={format}
          >
            {texts.format}
          </Button>
          <StatementMenu notebook={notebook} change={change} />
          <Text size="xs" c="dimmed">
            {SQL_TEXTS.hint}
          </Text>
        </Group>
        <div aria-live="polite">
          {run.isError && <ErrorNotice error={run.error} title={SQL_TEXTS.failed} />}
          {run.data && (
            <ResultCard
              key={run.submittedAt}
              result={statementView(run.data, run.variables.sql)}
              initialTab="table"
              isSqlOffered={false}
            />
          )}
        </div>
      </Stack>
      <SchemaTree onRead={start} />
    </div>
  )
}

type RunProps = {
  readonly run: ReturnType<typeof useRunSql>
  readonly isEmpty: boolean
  readonly onStart: () => void
}

/** Starts the statement; while it runs, a button in the same place cancels it. */
function RunButton({ run, isEmpty, onStart }: RunProps) {
  if (run.isPending) {
    return (
      <Button
        size="sm"
        color="red"
        variant="light"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={run.cancel}
      >
        {texts.cancel}
      </Button>
    )
  }
  return (
    <Button
      size="sm"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      disabled={isEmpty}
      onClick={onStart}
    >
      {SQL_TEXTS.run}
    </Button>
  )
}

/** Opens the statement of a link such as `/sources/sql?sql=SELECT 1`, once, and takes it out of the address. */
function useStatementOfAddress(open: (sql: string) => void): void {
  const router = useRouter()
  const sql = useSearchParams().get('sql')
  useEffect(() => {
    if (sql === null) return
    open(sql)
    router.replace('/sources/sql')
  }, [sql])
}

/** Lays a statement out on lines; null when it cannot be read. */
async function formatStatement(sql: string): Promise<string | null> {
  const { formatDialect, duckdb } = await import('sql-formatter')
  try {
    return formatDialect(sql, { dialect: duckdb, keywordCase: 'upper' })
  } catch {
    return null
  }
}
