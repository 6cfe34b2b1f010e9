import { Alert, Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ledgerSentence } from '../ledger-sentence.ts'
import { LookUpForm, type LookUpFormProps } from './look-up-form.tsx'

type Props<Result> = Pick<LookUpFormProps, 'fields' | 'onLookUp'> & {
  readonly title: string
  readonly text: string
  readonly reading: {
    readonly data: Result | undefined
    readonly error: unknown
    readonly isLoading: boolean
  }
  /** Shown when the network does not have the record. */
  readonly notFound?: string | undefined
  readonly show: (result: Result) => ReactNode
}

/** A look-up: its description and its result. */
export function LookUpCard<Result>({ title, text, reading, notFound, show, ...form }: Props<Result>) {
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
        <LookUpForm {...form}>
          {isLoading && <Skeleton height={90} radius="md" />}
          {error !== null && data === undefined && (
            <Alert variant="light" color="yellow" icon={<IconAlertCircle aria-hidden />}>
              {ledgerSentence(error, notFound)}
            </Alert>
          )}
          {data !== undefined && show(data)}
        </LookUpForm>
      </Stack>
    </Card>
  )
}
