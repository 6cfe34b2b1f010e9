'use client'

import { Badge, Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useEarlyInput } from '#web/console/components/early/use-early-input.ts'
import { useEarlyList } from '#web/console/components/early/use-early-list.ts'
import { IntentLink } from '#web/console/components/intent-link.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { showCount } from '../amounts.ts'
import { useEmission } from '../hooks.ts'
import { type UnitChoice, useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS as texts } from '../texts.ts'
import { LedgerSearch } from './ledger-search.tsx'

type Props = {
  readonly title?: string
  readonly lead?: string
  readonly tabTitle?: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of every ledger page: links to the other pages, the newest block, the unit of amounts. */
export function LedgerFrame({ title = texts.title, lead = texts.lead, tabTitle, actions, children }: Props) {
  return (
    <PageFrame isWide title={title} lead={lead} tabTitle={tabTitle} actions={actions}>
      <Group justify="space-between" gap="sm">
        <Pages />
        <Group gap="sm">
          <NewestBlock />
          <Networks />
          <Unit />
        </Group>
      </Group>
      <LedgerSearch />
      {children}
    </PageFrame>
  )
}

const PAGES = [
  { path: '/ledger', page: 'overview' },
  { path: '/ledger/history', page: 'history' },
  { path: '/ledger/look-up', page: 'lookUp' },
  { path: '/ledger/genesis', page: 'genesis' },
] as const

function Pages() {
  const { href } = useLedger()
  const current = usePathname()
  return (
    <Group component="nav" aria-label={texts.title} gap={4}>
      {PAGES.map(({ path, page }) => (
        <Button
          key={path}
          component={IntentLink}
          href={href(path)}
          size="xs"
          variant={current === path ? 'light' : 'subtle'}
          aria-current={current === path ? 'page' : undefined}
        >
          {texts.pages[page]}
        </Button>
      ))}
    </Group>
  )
}

function NewestBlock() {
  const emission = useEmission()
  if (!emission.data) return <Skeleton width={150} height={22} radius="xl" visible={emission.isPending} />
  return (
    <Badge variant="dot" color={emission.isError ? 'red' : 'brand'} miw={150}>
      {texts.block(showCount(emission.data.currentBlockHeight))} ·{' '}
      {emission.isError ? texts.notLive : texts.live}
    </Badge>
  )
}

function Networks() {
  const { network, networks } = useLedger()
  const router = useRouter()
  const list = useEarlyList()
  const [standard] = networks
  if (networks.length < 2) return null
  return (
    <Select
      ref={list}
      aria-label={texts.network}
      size="xs"
      w={130}
      data={[...networks]}
      value={network}
      allowDeselect={false}
      onChange={(name) =>
        router.push(name === null || name === standard ? '/ledger' : `/ledger?network=${name}`)
      }
    />
  )
}

function Unit() {
  const { native, unit, setUnit } = useLedger()
  const choices: { value: UnitChoice; label: string }[] = [
    { value: 'whole', label: native.symbol },
    { value: 'smallest', label: texts.smallestUnit },
  ]
  const control = useEarlyInput<HTMLDivElement>((element) => {
    const chosen = element.querySelector<HTMLInputElement>(':checked')
    const choice = choices.find(({ value }) => value === chosen?.value)
    if (choice && !chosen?.defaultChecked) setUnit(choice.value)
  })
  return (
    <SegmentedControl<UnitChoice>
      ref={control}
      aria-label={texts.unit}
      size="xs"
      data={choices}
      value={unit}
      onChange={setUnit}
    />
  )
}
