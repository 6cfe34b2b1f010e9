'use client'

import { Group, ScrollArea, SegmentedControl, Table, Text, Title, UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useState } from 'react'
import { showFraction, showShare } from '../amounts.ts'
import { LEDGER_TEXTS } from '../texts.ts'
import {
  type Sorting,
  type SortKey,
  sortValidators,
  VALIDATOR_STATES,
  type Validator,
  type ValidatorState,
} from '../validators.ts'
import { Amount } from './amount.tsx'
import { NodeLink } from './node-link.tsx'
import { StateBadge } from './state-badge.tsx'
import classes from './validators-table.module.css'

const texts = LEDGER_TEXTS.table

const COLUMNS: readonly { readonly key: SortKey; readonly isNumber: boolean }[] = [
  { key: 'node', isNumber: false },
  { key: 'state', isNumber: false },
  { key: 'own', isNumber: true },
  { key: 'delegated', isNumber: true },
  { key: 'total', isNumber: true },
  { key: 'fee', isNumber: true },
  { key: 'rewards', isNumber: true },
]

type Filter = ValidatorState | 'all'

type Props = { readonly validators: readonly Validator[]; readonly totalStaked: bigint }

/** The validators, sorted by a chosen column, all or those in one state. */
export function ValidatorsTable({ validators, totalStaked }: Props) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'total', isDescending: true })
  const [filter, setFilter] = useState<Filter>('all')
  const shown = validators.filter(({ state }) => filter === 'all' || state === filter)
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <SegmentedControl<Filter>
          aria-label={texts.filter}
          size="xs"
          value={filter}
          onChange={setFilter}
          data={[
            { value: 'all', label: texts.all },
            ...VALIDATOR_STATES.map((state) => ({ value: state, label: LEDGER_TEXTS.states[state] })),
          ]}
        />
      </Group>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing="sm" aria-label={texts.title} miw={900}>
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Heading key={column.key} column={column} sorting={sorting} onSort={setSorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sortValidators(shown, sorting).map((validator) => (
              <ValidatorRow key={validator.nodeID} validator={validator} totalStaked={totalStaked} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {shown.length === 0 && <Text c="dimmed">{texts.noneInFilter}</Text>}
    </section>
  )
}

type HeadingProps = {
  readonly column: (typeof COLUMNS)[number]
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

function Heading({ column: { key, isNumber }, sorting, onSort }: HeadingProps) {
  const isSorted = sorting.key === key
  const direction = sorting.isDescending ? 'descending' : 'ascending'
  const Icon = isSorted ? ICONS[direction] : IconArrowsSort
  return (
    <Table.Th
      aria-sort={isSorted ? direction : undefined}
      className={isNumber ? classes.number : classes.heading}
    >
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        aria-label={texts.sortBy(texts[key])}
        onClick={() => onSort({ key, isDescending: isSorted ? !sorting.isDescending : isNumber })}
      >
        {texts[key]} <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

const ICONS = { ascending: IconSortAscending, descending: IconSortDescending } as const

function ValidatorRow({ validator, totalStaked }: { validator: Validator; totalStaked: bigint }) {
  return (
    <Table.Tr>
      <Table.Td>
        <NodeLink nodeId={validator.nodeID} />
      </Table.Td>
      <Table.Td>
        <StateBadge state={validator.state} />
      </Table.Td>
      <Table.Td className={classes.number}>
        <Amount value={validator.stakedAmount} />
      </Table.Td>
      <Table.Td className={classes.number}>
        <Amount value={validator.delegatedAmount} />
      </Table.Td>
      <Table.Td className={classes.number}>
        <Amount value={validator.totalStake} />
        <Text size="xs" c="dimmed">
          {showShare(validator.totalStake, totalStaked)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.number}>{showFraction(validator.delegationFeeRate)}</Table.Td>
      <Table.Td className={classes.number}>
        <Amount value={validator.rewards} />
      </Table.Td>
    </Table.Tr>
  )
}
