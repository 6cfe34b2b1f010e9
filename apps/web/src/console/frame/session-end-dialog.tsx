'use client'

import { getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useTransition } from 'react'
import { SignInForm, type SignInOffer } from '#web/console/features/sign-in/form.tsx'
import { FRAME_TEXTS } from './texts.ts'

export type SessionEndProps = {
  /** The signed-in user, as the server says. */
  readonly user: string
  /** What the service offers to a person who is not signed in. */
  readonly offer: Pick<SignInOffer, 'isOpen' | 'isOpenToAll' | 'provider'>
  readonly onDone: () => void
}

/**
 * Asks the user to sign in again over the page, which keeps its drafts. The same user continues there. For another user
 * the browser loads the chats, so that it shows nothing of the previous user.
 */
export function SessionEndDialog({ user, offer, onDone }: SessionEndProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [before] = useState(user)
  const [focused] = useState(() => document.activeElement)
  const [isSignedIn, setSignedIn] = useState(false)
  const [isReading, startReading] = useTransition()

  useEffect(() => {
    if (!isSignedIn || isReading) return
    if (user !== before) {
      window.sessionStorage.clear()
      window.location.assign('/chats')
      return
    }
    void queryClient.invalidateQueries()
    onDone()
    // The dialog is gone in the next frame.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }, [isSignedIn, isReading, user, before, focused, queryClient, onDone])

  function readUser() {
    // The server reads the session again and names its user.
    startReading(() => router.refresh())
    setSignedIn(true)
  }

  return (
    // Above the menus, because one of them may be open.
    <Modal
      opened
      onClose={onDone}
      title={FRAME_TEXTS.sessionEnded}
      size="md"
      zIndex={getDefaultZIndex('overlay')}
    >
      <Stack>
        <Text size="sm">{FRAME_TEXTS.sessionEndedText}</Text>
        <SignInForm
          {...offer}
          isPlain
          returnPath={`${window.location.pathname}${window.location.search}${window.location.hash}`}
          onSignedIn={readUser}
        />
      </Stack>
    </Modal>
  )
}
