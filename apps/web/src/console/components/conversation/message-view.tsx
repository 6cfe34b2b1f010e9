'use client'

import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Message } from '@parley/contract'
import { type ComponentType, memo } from 'react'
import type { Images } from '../attachments/images.ts'
import { CopyButton } from '../copy-button.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { Answer } from './answer.tsx'
import classes from './message-view.module.css'
import { CONVERSATION_TEXTS } from './texts.ts'
import type { RunningTurn } from './turn.ts'

const QuestionImages = lazyPart(() => import('./question-images.tsx').then((module) => module.QuestionImages))

/** A part of a page, shown with a message. `place` is the position of the question in the history, `text` its text. */
type MessageSlot = ComponentType<{ readonly place: number; readonly text: string }>

type Actions = {
  /** Asks the question of this answer again; set for the last answer only. */
  readonly onAskAgain?: (() => void) | undefined
  /** Edits the question of this answer; set for the last answer only. */
  readonly onEditQuestion?: (() => void) | undefined
  /** The address of the agent's model. */
  readonly modelHref?: string | undefined
}

type Slots = {
  /** The position of the question in the history. */
  readonly place?: number
  /** Whether the question is the last one of the chat. The page scrolls to it. */
  readonly isNewest?: boolean | undefined
  /** Beside the actions of a question. */
  readonly Tools?: MessageSlot | undefined
  /** Below a question. */
  readonly Foot?: MessageSlot | undefined
}

type Props = Actions &
  Slots & {
    /** The question of an answer, for its slot. */
    readonly question?: string | undefined
  } & (
    | { readonly message: Message; readonly turn?: undefined }
    /** A running answer, in the place of its later message. */
    | { readonly message?: undefined; readonly turn: RunningTurn }
  )

/** One message of the history. */
export const MessageView = memo(function MessageView({ message, turn, place, Foot, ...props }: Props) {
  const { Tools, isNewest, question = '', ...actions } = props
  if (message?.role === 'user')
    return (
      <Question
        text={message.content}
        images={message.artifacts}
        isNewest={isNewest}
        {...(place !== undefined && { place, Tools, Foot })}
      />
    )
  const tools = Tools && place !== undefined ? <Tools place={place} text={question} /> : undefined
  return (
    <PartBoundary>
      <Answer message={message} turn={turn} tools={tools} {...actions} />
    </PartBoundary>
  )
})

type QuestionProps = { readonly text: string; readonly images: Images | null } & Slots

/** The question exactly as the user typed it, below its images. */
export function Question({ text, images, place, isNewest = false, Tools, Foot }: QuestionProps) {
  return (
    <Box component="article" className={classes.asked} data-newest={isNewest || undefined}>
      <VisuallyHidden>{CONVERSATION_TEXTS.you}</VisuallyHidden>
      {images && images.length > 0 && <QuestionImages images={images} />}
      <div className={classes.question}>
        <Text className={classes.bubble ?? ''} dir="auto">
          {text}
        </Text>
        <Group gap={2} wrap="nowrap" className={classes.actions ?? ''}>
          <CopyButton value={text} label={CONVERSATION_TEXTS.copyQuestion} isIconOnly />
          {Tools && place !== undefined && <Tools place={place} text={text} />}
        </Group>
      </div>
      {Foot && place !== undefined && <Foot place={place} text={text} />}
    </Box>
  )
}
