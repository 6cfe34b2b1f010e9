'use client'

import { Fieldset, NumberInput, SimpleGrid, Switch, Text } from '@mantine/core'
import type { RunLimits } from '@parley/contract'
import { AGENT_TEXTS as texts } from '../texts.ts'

type Props = { readonly limits: RunLimits; readonly onChange: (limits: RunLimits) => void }

const BOUNDS = {
  rounds: { min: 1, max: 50 },
  calls: { min: 1, max: 200 },
  seconds: { min: 1, max: 900 },
  tokens: { min: 100, max: 10_000_000 },
} as const

const NAMES = ['rounds', 'calls', 'seconds', 'tokens'] as const

/** The limits of the agent's runs. */
export function LimitFields({ limits, onChange }: Props) {
  function change(name: (typeof NAMES)[number], value: string | number) {
    const { [name]: _, ...others } = limits
    onChange(typeof value === 'number' ? { ...others, [name]: value } : others)
  }
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
          <NumberInput
            key={name}
            label={texts.limitNames[name]}
            size="sm"
            allowDecimal={false}
            thousandSeparator
            {...BOUNDS[name]}
            value={limits[name] ?? ''}
            onChange={(value) => change(name, value)}
          />
        ))}
      </SimpleGrid>
      <Switch
        mt="sm"
        label={texts.repairs}
        description={texts.repairsHint}
        checked={limits.repairs !== 0}
        onChange={({ currentTarget }) => onChange(withRepairs(limits, currentTarget.checked))}
      />
    </Fieldset>
  )
}

function withRepairs({ repairs: _, ...others }: RunLimits, isOn: boolean): RunLimits {
  return isOn ? others : { ...others, repairs: 0 }
}
