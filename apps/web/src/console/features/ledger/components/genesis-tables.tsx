'use client'

import { ScrollArea, Table, Text } from '@mantine/core'
import type { Genesis } from '@parley/ledger'
import type { ReactNode } from 'react'
import { showCount } from '../amounts.ts'
import { LEDGER_TEXTS } from '../texts.ts'
import { AddressLink } from './address-link.tsx'
import { Amount } from './amount.tsx'

const texts = LEDGER_TEXTS.genesis
const { meanings } = texts

const SPANS = ['minBlockGap', 'minEmptyBlockGap', 'validityWindow'] as const
const COUNTS = [
  'maxActionsPerTx',
  'maxOutputsPerAction',
  'baseUnits',
  'storageKeyReadUnits',
  'storageValueReadUnits',
  'storageKeyAllocateUnits',
  'storageValueAllocateUnits',
  'storageKeyWriteUnits',
  'storageValueWriteUnits',
  'stateBranchFactor',
] as const
const PER_DIMENSION = [
  'minUnitPrice',
  'unitPriceChangeDenominator',
  'windowTargetUnits',
  'maxBlockUnits',
] as const

/** The parameters with a single value. */
export function Parameters({ genesis }: { genesis: Genesis }) {
  const { maxSupply, emissionAddress } = genesis.emissionBalancer
  return (
    <Grid label={texts.parameter} head={[texts.parameter, texts.value, texts.meaning]}>
      {SPANS.map((name) => (
        <ParameterRow key={name} name={name} value={texts.milliseconds(showCount(genesis[name]))} />
      ))}
      {COUNTS.map((name) => (
        <ParameterRow key={name} name={name} value={showCount(genesis[name])} />
      ))}
      <ParameterRow name="maxSupply" value={<Amount value={maxSupply} />} />
      <ParameterRow name="emissionAddress" value={<AddressLink address={emissionAddress} />} />
    </Grid>
  )
}

function ParameterRow({ name, value }: { name: keyof typeof meanings; value: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" ff="monospace" fw={400} w="26%">
        {name}
      </Table.Th>
      <Table.Td w="36%" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Table.Td>
      <Table.Td c="dimmed">{meanings[name]}</Table.Td>
    </Table.Tr>
  )
}

/** The parameters with a value for each dimension of a fee. */
export function PerDimension({ genesis }: { genesis: Genesis }) {
  return (
    <Grid label={texts.prices} head={[texts.parameter, ...LEDGER_TEXTS.dimensions]}>
      {PER_DIMENSION.map((name) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={400}>
            <Text span ff="monospace" size="sm" display="block">
              {name}
            </Text>
            <Text span size="xs" c="dimmed">
              {meanings[name]}
            </Text>
          </Table.Th>
          {genesis[name].map((value, dimension) => (
            <Table.Td key={LEDGER_TEXTS.dimensions[dimension]}>{showCount(value)}</Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Grid>
  )
}

/** The first balances. */
export function FirstOwners({ owners }: { owners: Genesis['customAllocation'] }) {
  if (owners.length === 0) return <Text c="dimmed">{texts.noAllocation}</Text>
  return (
    <Grid label={texts.allocation} head={[texts.address, texts.balance]}>
      {owners.map(({ address, balance }) => (
        <Table.Tr key={address}>
          <Table.Td>
            <AddressLink address={address} />
          </Table.Td>
          <Table.Td>
            <Amount value={balance} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Grid>
  )
}

type GridProps = { readonly label: string; readonly head: readonly string[]; readonly children: ReactNode }

function Grid({ label, head, children }: GridProps) {
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table aria-label={label} miw={600}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
