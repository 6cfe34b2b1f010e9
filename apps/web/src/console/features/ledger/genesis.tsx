'use client'

import './without-eval.ts'

import { Card, Group, Title } from '@mantine/core'
import { type Genesis, stringifyJson } from '@parley/ledger'
import { CodeText } from '#web/console/components/code/code-text.tsx'
import { CopyButton } from '#web/console/components/copy-button.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { Spoiler } from '#web/console/components/spoiler.tsx'
import { FirstOwners, Parameters, PerDimension } from './components/genesis-tables.tsx'
import { LedgerFrame } from './components/ledger-frame.tsx'
import { ReadingError } from './components/reading-error.tsx'
import { useGenesis } from './hooks.ts'
import { LEDGER_TEXTS } from './texts.ts'

const texts = LEDGER_TEXTS.genesis

/** The parameters that the network was started with. */
export function LedgerGenesis() {
  const genesis = useGenesis()
  return (
    <LedgerFrame lead={texts.lead}>
      {genesis.isPending && <ListSkeleton rows={6} height={48} />}
      {genesis.isError && <ReadingError reading={genesis} />}
      {genesis.data && <Content genesis={genesis.data} />}
    </LedgerFrame>
  )
}

function Content({ genesis }: { genesis: Genesis }) {
  return (
    <>
      <Part title={texts.parameter}>
        <Parameters genesis={genesis} />
      </Part>
      <Part title={texts.prices}>
        <PerDimension genesis={genesis} />
      </Part>
      <Part title={texts.allocation}>
        <FirstOwners owners={genesis.customAllocation} />
      </Part>
      <Raw genesis={genesis} />
    </>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

function Raw({ genesis }: { genesis: Genesis }) {
  const text = stringifyJson({ genesis })
  return (
    <Spoiler label={texts.raw}>
      <Group justify="flex-end" mb="xs">
        <CopyButton value={text} label={texts.copy} />
      </Group>
      <CodeText code={indented(text)} language="json" />
    </Spoiler>
  )
}

/** Adds line breaks to JSON text without parsing its numbers, which may exceed JavaScript's. */
function indented(text: string): string {
  let depth = 0
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    if (token === ':') return ': '
    if (token === ',') return `,\n${'  '.repeat(depth)}`
    if (token === '{' || token === '[') return `${token}\n${'  '.repeat(++depth)}`
    if (token === '}' || token === ']') return `\n${'  '.repeat(--depth)}${token}`
    return token
  })
}
