import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { ledgerSentence } from '../ledger-sentence.ts'
import { LEDGER_TEXTS } from '../texts.ts'

type Props = { readonly reading: { readonly error: unknown; readonly refetch: () => Promise<unknown> } }

/** A failed read as a sentence, with an action. */
export function ReadingError({ reading: { error, refetch } }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={LEDGER_TEXTS.notLoaded}
    >
      <Stack gap="xs">
        <Text size="sm">{ledgerSentence(error)}</Text>
        <Group>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {COMPONENT_TEXTS.tryAgain}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
