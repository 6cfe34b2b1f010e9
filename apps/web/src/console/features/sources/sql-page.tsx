'use client'

import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { SqlBench } from '#web/console/components/sql/sql-bench.tsx'
import { SOURCE_TEXTS } from './texts.ts'

const texts = SOURCE_TEXTS.sql

/** The key under which the tab keeps the statement of the page. */
export const SQL_DRAFT = 'sql'

/** SQL over all data sources. */
export function SqlPage() {
  return (
    <PageFrame
      isWide
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button
          component={Link}
          href="/sources"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {texts.back}
        </Button>
      }
    >
      <SqlBench draftKey={SQL_DRAFT} />
    </PageFrame>
  )
}
