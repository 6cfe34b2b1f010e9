'use client'

import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { LIMITS } from '@parley/contract/limits'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FormButtons } from '#web/console/components/form-buttons.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useTRPC } from '#web/console/trpc/client.ts'
import { RUN_TEXTS } from '../texts.ts'

const texts = RUN_TEXTS.saveAnswer

type Props = {
  readonly runId: string
  /** The wording that the agent searched with; empty where it did not search. */
  readonly question: string
}

/** Saves the statement of the answer as a verified question. */
export function SaveAnswer({ runId, question }: Props) {
  const [isOpen, dialog] = useDisclosure(false)
  const saving = useSaveAnswer()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
        onClick={dialog.open}
      >
        {texts.button}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.button}>
        {saving.isSuccess ? (
          <Group justify="space-between">
            <Text>{texts.saved}</Text>
            <Button component={Link} href="/definitions">
              {texts.toDefinitions}
            </Button>
          </Group>
        ) : (
          <Wording runId={runId} question={question} saving={saving} onCancel={dialog.close} />
        )}
      </Modal>
    </>
  )
}

type WordingProps = Props & {
  readonly saving: ReturnType<typeof useSaveAnswer>
  readonly onCancel: () => void
}

function Wording({ runId, question, saving, onCancel }: WordingProps) {
  const [wording, setWording] = useState(question)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ run_id: runId, question: wording })
      }}
    >
      <Stack>
        <TextInput
          label={texts.wording}
          description={texts.wordingHint}
          required
          maxLength={LIMITS.descriptionLength}
          value={wording}
          onChange={(event) => setWording(event.currentTarget.value)}
        />
        {saving.error && <ErrorNotice error={saving.error} title={COMPONENT_TEXTS.notSaved} />}
        <FormButtons onCancel={onCancel} isPending={saving.isPending} isDisabled={wording.trim() === ''} />
      </Stack>
    </form>
  )
}

function useSaveAnswer() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const onSuccess = () => queryClient.invalidateQueries(trpc.definition.pathFilter())
  return useMutation(trpc.definition.saveAnswer.mutationOptions({ onSuccess }))
}
