'use client'

import { Radio, SimpleGrid, Text } from '@mantine/core'
import type { LlmConfig } from '@parley/contract'
import { MODEL_TEXTS } from '../texts.ts'
import classes from './provider-cards.module.css'

type Provider = LlmConfig['provider']

type Props = { readonly value: Provider; readonly onChange: (provider: Provider) => void }

// The compiler ensures that every provider has texts, so the keys of the texts are the providers.
const PROVIDERS = Object.keys(MODEL_TEXTS.providers) as Provider[]

/** A choice of provider, as cards. */
export function ProviderCards({ value, onChange }: Props) {
  return (
    <Radio.Group
      label={MODEL_TEXTS.provider}
      value={value}
      onChange={(chosen) => PROVIDERS.filter((provider) => provider === chosen).forEach(onChange)}
    >
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" mt="xs">
        {PROVIDERS.map((provider) => (
          <Radio.Card
            key={provider}
            value={provider}
            radius="md"
            className={classes.card ?? ''}
            data-autofocus={provider === value || undefined}
          >
            <Radio.Indicator />
            <div>
              <Text size="sm" fw={600}>
                {MODEL_TEXTS.providers[provider].name}
              </Text>
              <Text size="xs" c="dimmed">
                {MODEL_TEXTS.providers[provider].hint}
              </Text>
            </div>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
