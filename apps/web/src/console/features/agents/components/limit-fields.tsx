'use client'

import { Fieldset, NumberInput, SimpleGrid, Switch, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { RunLimits } from '@parley/contract'
import { useEarlyInput, useEarlyText } from '#web/console/components/early/use-early-input.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'

type Props = {
  readonly limits: RunLimits
  /** Receives a function from the present limits to the new ones, because several fields may change at once. */
  readonly onChange: (change: (limits: RunLimits) => RunLimits) => void
}

const BOUNDS = {
  rounds: { min: 1, max: 50 },
  calls: { min: 1, max: 200 },
  seconds: { min: 1, max: 900 },
  tokens: { min: 100, max: 10_000_000 },
} as const

const NAMES = ['rounds', 'calls', 'seconds', 'tokens'] as const

/** The limits of the agent's runs. */
export function LimitFields({ limits, onChange }: Props) {
  const change = (name: (typeof NAMES)[number], value: string | number) =>
    onChange(({ [name]: _, ...others }) =>
      typeof value === 'number' ? { ...others, [name]: value } : others,
    )
  const repairs = useEarlyInput<HTMLInputElement>(({ checked, defaultChecked }) => {
    if (checked !== defaultChecked) onChange((before) => withRepairs(before, checked))
  })
  return (
    <Fieldset
      legend={
        <Text span fw={600} size="sm">
          {texts.limits}
        </Text>
      }
      radius="md"
    >
      <Text size="xs" c="dimmed" mb="xs">
        {texts.limitsHint}
      </Text>
      <SimpleGrid cols={2} style={{ alignItems: 'end' }}>
        {NAMES.map((name) => (
          <LimitField
            key={name}
            name={name}
            value={limits[name] ?? ''}
            onChange={(value) => change(name, value)}
          />
        ))}
      </SimpleGrid>
      <Switch
        ref={repairs}
        mt="sm"
        label={texts.repairs}
        description={texts.repairsHint}
        checked={limits.repairs !== 0}
        onChange={({ currentTarget: { checked } }) => onChange((before) => withRepairs(before, checked))}
      />
    </Fieldset>
  )
}

type FieldProps = {
  readonly name: (typeof NAMES)[number]
  readonly value: string | number
  readonly onChange: (value: string | number) => void
}

function LimitField({ name, value, onChange }: FieldProps) {
  const input = useEarlyText((text) => onChange(/^\d+$/.test(text) ? Number(text) : ''))
  const isHydrated = useMounted()
  return (
    <NumberInput
      ref={input}
      label={texts.limitNames[name]}
      size="sm"
      allowDecimal={false}
      thousandSeparator
      // The step buttons need a script.
      hideControls={!isHydrated}
      {...BOUNDS[name]}
      value={value}
      onChange={onChange}
    />
  )
}

function withRepairs({ repairs: _, ...others }: RunLimits, isOn: boolean): RunLimits {
  return isOn ? others : { ...others, repairs: 0 }
}
