'use client'

import { Badge, Table } from '@mantine/core'
import { parseTxId, type TxResult } from '@parley/ledger'
import { showDateTime } from '#web/console/components/time.ts'
import { showCount } from '../amounts.ts'
import { useTransaction } from '../hooks.ts'
import { LEDGER_TEXTS } from '../texts.ts'
import { Amount } from './amount.tsx'
import { Facts } from './facts.tsx'
import { LookUpCard } from './look-up-card.tsx'

const texts = LEDGER_TEXTS.lookUp.transaction
const words = LEDGER_TEXTS.result

type Props = { readonly txId: string | null; readonly onLookUp: (query: { tx: string }) => void }

/** The outcome of a transaction. */
export function TransactionLookUp({ txId, onLookUp }: Props) {
  const transaction = useTransaction(txId)
  const field = { name: 'tx', label: texts.field, value: txId ?? '', check: parseTxId }
  return (
    <LookUpCard
      title={texts.title}
      text={texts.text}
      fields={[field]}
      onLookUp={({ tx = '' }) => onLookUp({ tx })}
      reading={transaction}
      notFound={texts.notFound}
      show={(result) => <Transaction result={result} />}
    />
  )
}

function Transaction({ result: { success, timestamp, fee, units } }: { result: TxResult }) {
  return (
    <Facts
      facts={[
        [
          words.outcome,
          <Badge key="outcome" variant="light" color={success ? 'brand' : 'red'}>
            {success ? words.success : words.failure}
          </Badge>,
        ],
        [words.time, showDateTime(new Date(Number(timestamp)).toISOString())],
        [words.fee, <Amount key="fee" value={fee} />],
        [words.units, <Units key="units" units={units} />],
      ]}
    />
  )
}

function Units({ units }: { units: TxResult['units'] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={0} w="auto" aria-label={words.units}>
      <Table.Tbody>
        {units.map((count, dimension) => (
          <Table.Tr key={LEDGER_TEXTS.dimensions[dimension]}>
            <Table.Th fw={400} scope="row" ps={0}>
              {LEDGER_TEXTS.dimensions[dimension]}
            </Table.Th>
            <Table.Td ta="end">{showCount(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
