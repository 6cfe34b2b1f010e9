import { Alert, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ledgerSentence } from '../ledger-sentence.ts'

type Props<Result> = {
  readonly title: string
  readonly text: string
  readonly form: ReactNode
  readonly reading: {
    readonly data: Result | undefined
    readonly error: unknown
    readonly isLoading: boolean
  }
  /** Said when the network does not have it. */
  readonly notFound?: string | undefined
  readonly show: (result: Result) => ReactNode
}

/** A look-up: what it asks for, and what came of it. */
export function LookUpCard<Result>({ title, text, form, reading, notFound, show }: Props<Result>) {
  const { data, error, isLoading } = reading
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {form}
        <div aria-live="polite">
          {isLoading && <Skeleton height={90} radius="md" />}
          {error !== null && data === undefined && (
            <Alert variant="light" color="yellow" icon={<IconAlertCircle aria-hidden />}>
              {ledgerSentence(error, notFound)}
            </Alert>
          )}
          {data !== undefined && show(data)}
        </div>
      </Stack>
    </Card>
  )
}
