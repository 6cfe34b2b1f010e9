'use client'

import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { useConnectSample, useSamples } from '../hooks.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'

type Props = { readonly connected: readonly { readonly kind: string; readonly name: string }[] }

/** The public data sets, each one click away. */
export function SampleSources({ connected }: Props) {
  const samples = useSamples()
  if (!samples.data || samples.data.samples.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {texts.samplesTitle}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {samples.data.samples.map((sample) => (
          <SampleCard
            key={sample.name}
            sample={sample}
            isConnected={connected.some(({ kind, name }) => kind === 'sample' && name === sample.name)}
          />
        ))}
      </SimpleGrid>
    </section>
  )
}

type CardProps = {
  readonly sample: { readonly name: string; readonly title: string; readonly description: string }
  readonly isConnected: boolean
}

function SampleCard({ sample, isConnected }: CardProps) {
  const connect = useConnectSample()
  const tell = (error: unknown) =>
    notifications.show({ color: 'red', title: texts.connectFailed, message: sentenceOf(error) })
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{sample.title}</Text>
          <Text size="sm" c="dimmed" lineClamp={3}>
            {sample.description}
          </Text>
        </div>
        <Button
          size="xs"
          variant={isConnected ? 'subtle' : 'default'}
          disabled={isConnected}
          loading={connect.isPending}
          leftSection={isConnected ? <IconCheck size={14} aria-hidden /> : <IconPlus size={14} aria-hidden />}
          aria-label={`${isConnected ? texts.connected : texts.connect}: ${sample.title}`}
          onClick={() => connect.mutate({ sample: sample.name }, { onError: tell })}
          style={{ flex: 'none' }}
        >
          {isConnected ? texts.connected : texts.connect}
        </Button>
      </Group>
    </Card>
  )
}
