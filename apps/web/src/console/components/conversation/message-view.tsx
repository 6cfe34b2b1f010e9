'use client'

import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { IconPencil } from '@tabler/icons-react'
import { memo } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { IconAction } from '../icon-action.tsx'
import { Answer } from './answer.tsx'
import classes from './message-view.module.css'
import { CONVERSATION_TEXTS } from './texts.ts'
import type { RunningTurn } from './turn.ts'

type Actions = {
  /** Puts the question into the composer again; set for the last question only. */
  readonly onEdit?: ((question: string) => void) | undefined
  /** Asks the question of this answer again; set for the last answer only. */
  readonly onAskAgain?: (() => void) | undefined
  /** Puts the question of this answer into the composer; set for the last answer only. */
  readonly onEditQuestion?: (() => void) | undefined
  /** The address of the agent's model. */
  readonly modelHref?: string | undefined
}

type Props = Actions &
  (
    | { readonly message: Message; readonly turn?: undefined }
    /** A running answer, in the place of its later message. */
    | { readonly message?: undefined; readonly turn: RunningTurn }
  )

/** One message of the history. */
export const MessageView = memo(function MessageView({ message, turn, onEdit, ...actions }: Props) {
  if (message?.role === 'user') return <Question text={message.content} onEdit={onEdit} />
  return <Answer message={message} turn={turn} {...actions} />
})

/** The question exactly as the user typed it. */
export function Question({ text, onEdit }: { readonly text: string } & Pick<Actions, 'onEdit'>) {
  return (
    <Box component="article" className={classes.question}>
      <VisuallyHidden>{CONVERSATION_TEXTS.you}</VisuallyHidden>
      <Text className={classes.bubble ?? ''} dir="auto">
        {text}
      </Text>
      <Group gap={2} wrap="nowrap" className={classes.actions ?? ''}>
        <CopyButton value={text} label={CONVERSATION_TEXTS.copyQuestion} isIconOnly />
        {onEdit && (
          <IconAction
            label={CONVERSATION_TEXTS.editQuestion}
            icon={IconPencil}
            onClick={() => onEdit(text)}
          />
        )}
      </Group>
    </Box>
  )
}
