'use client'

import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import type { UserSummary } from '@parley/contract'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { showNumber } from '#web/language/show-number.ts'
import { type ShownLimits, usePersonLimits, useUpdateLimits } from './hooks.ts'
import { LIMITS_TEXTS as texts } from './texts.ts'

const GIB = 1_073_741_824

type Props = { readonly person: UserSummary; readonly onClose: () => void }

/** A dialog with the limits of one person, which replace those of every user. */
export function LimitsForm({ person, onClose }: Props) {
  const limits = usePersonLimits(person.parley_uuid)
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      {limits.isPending && <ListSkeleton />}
      {limits.isError && <ErrorNotice error={limits.error} onRetry={() => void limits.refetch()} />}
      {limits.data && <Fields limits={limits.data} onClose={onClose} />}
    </Modal>
  )
}

function Fields({ limits, onClose }: { limits: ShownLimits; onClose: () => void }) {
  const update = useUpdateLimits()
  const { own, used, parley_uuid } = limits
  const [turns, setTurns] = useState<Amount>(own.turns ?? '')
  const [tokens, setTokens] = useState<Amount>(own.tokens ?? '')
  const [cost, setCost] = useState<Amount>(own.cost_usd ?? '')
  const [storage, setStorage] = useState<Amount>(own.storage_bytes === null ? '' : own.storage_bytes / GIB)
  const save = () => {
    const gib = toLimit(storage)
    const change = {
      turns: toLimit(turns),
      tokens: toLimit(tokens),
      cost_usd: toLimit(cost),
      storage_bytes: gib === null ? null : Math.round(gib * GIB),
    }
    update.mutate({ parley_uuid, ...change }, { onSuccess: onClose })
  }
  const spent = used.input_tokens + used.output_tokens
  return (
    <Stack>
      <Text size="sm">{texts.text}</Text>
      {update.isError && <ErrorNotice error={update.error} title={texts.notSaved} />}
      <Field label={texts.turns} used={used.turns} value={turns} onChange={setTurns} />
      <Field label={texts.tokens} used={spent} value={tokens} onChange={setTokens} />
      <Field label={texts.cost} used={used.cost_usd} value={cost} onChange={setCost} hasFractions />
      <Field
        label={texts.storage}
        used={used.storage_bytes / GIB}
        value={storage}
        onChange={setStorage}
        hasFractions
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button loading={update.isPending} onClick={save}>
          {texts.save}
        </Button>
      </Group>
    </Stack>
  )
}

/** What a number field holds; empty for the limit of every user. */
type Amount = number | string

type FieldProps = {
  readonly label: string
  readonly used: number
  readonly value: Amount
  readonly onChange: (value: Amount) => void
  readonly hasFractions?: boolean
}

function Field({ label, used, value, onChange, hasFractions = false }: FieldProps) {
  return (
    <NumberInput
      label={label}
      description={texts.used(showNumber(used, { maximumFractionDigits: 2 }))}
      placeholder={texts.ofEveryUser}
      min={0}
      allowDecimal={hasFractions}
      thousandSeparator=","
      value={value}
      onChange={onChange}
    />
  )
}

function toLimit(value: Amount): number | null {
  return value === '' ? null : Number(value)
}
