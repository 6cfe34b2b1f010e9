'use client'

import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { SOURCE_TEXTS } from './texts.ts'

const texts = SOURCE_TEXTS.sql

/** What the page shows first is in this browser, so the server renders nothing of it. */
const SqlWorkbench = lazyPart(
  () => import('./components/sql-workbench.tsx').then((module) => module.SqlWorkbench),
  <Skeleton height={220} radius="md" />,
)

/** SQL over all data sources. `owner` is the signed-in user. */
export function SqlPage({ owner }: { owner: string }) {
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
      <SqlWorkbench owner={owner} />
    </PageFrame>
  )
}
