'use client'

import { Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus } from '@tabler/icons-react'
import { sentenceOf } from '#web/console/components/sentence-of.ts'
import { useSamples } from '#web/console/queries/data-source.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'
import { useConnectSample } from '../hooks.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'

type Props = { readonly connected: readonly { readonly kind: string; readonly name: string }[] }

/** The samples that are not connected yet; a click connects one. */
export function SampleSources({ connected }: Props) {
  const samples = useSamples()
  const open = (samples.data?.samples ?? []).filter(
    (sample) => !connected.some(({ kind, name }) => kind === 'sample' && name === sample.name),
  )
  if (open.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {texts.samplesTitle}
      </Title>
      <SimpleGrid minColWidth="18rem">
        {open.map((sample) => (
          <SampleCard key={sample.name} sample={sample} />
        ))}
      </SimpleGrid>
    </section>
  )
}

type CardProps = {
  readonly sample: { readonly name: string; readonly title: string; readonly description: string }
}

function SampleCard({ sample }: CardProps) {
  const connect = useConnectSample()
  const tell = (error: unknown) =>
    notifications.show({ color: 'red', title: texts.connectFailed, message: sentenceOf(error) })
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{sample.title}</Text>
          <Text size="sm" c="dimmed" lineClamp={3}>
            {translateSentence(sample.description)}
          </Text>
        </div>
        <Button
          size="xs"
          variant="default"
          loading={connect.isPending}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`${texts.connect}: ${sample.title}`}
          onClick={() => connect.mutate({ sample: sample.name }, { onError: tell })}
          style={{ flex: 'none' }}
        >
          {texts.connect}
        </Button>
      </Group>
    </Card>
  )
}
