'use client'

import { Button } from '@mantine/core'
import type { DataSource } from '@parley/contract'
import { IconMessagePlus } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { keepDraft, NEW_CHAT } from '#web/features/chats/hooks.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { guessQuestion } from './guess-question.ts'

/** Goes to a new chat with a question about this source already typed. */
export function AskButton({ source }: { source: DataSource }) {
  const router = useRouter()
  function ask() {
    keepDraft(NEW_CHAT, guessQuestion(source))
    router.push('/chats')
  }
  return (
    <Button leftSection={<IconMessagePlus size={16} aria-hidden />} onClick={ask}>
      {SOURCE_TEXTS.ask}
    </Button>
  )
}
