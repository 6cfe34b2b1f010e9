'use client'

import { Alert, Button, Container, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { Brand } from '#web/console/components/brand.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'
import { SignInForm } from './form.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

const texts = SIGN_IN_TEXTS.invitation

type Visitor = {
  readonly isSignedIn: boolean
  /** The name of the identity provider; null without one. */
  readonly provider: string | null
}

/** The page that an invitation's link opens. */
export function InvitationPage(visitor: Visitor) {
  const token = useFragment()
  return (
    <Container component="main" size={560} py={{ base: 'xl', md: 48 }}>
      <Stack gap="xl">
        <Brand size="lg" />
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        {token === '' && <Text>{texts.none}</Text>}
        {token !== null && token !== '' && <Invitation token={token} {...visitor} />}
      </Stack>
    </Container>
  )
}

function Invitation({ token, isSignedIn, provider }: Visitor & { readonly token: string }) {
  const client = useTRPCClient()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.invitation.read.mutate({ invitation: token }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (invitation.isError) return <ErrorNotice error={invitation.error} title={texts.unusableTitle} />
  if (!invitation.data) return <Text c="dimmed">{texts.reading}</Text>
  const { role, admits } = invitation.data
  if (isSignedIn && role === 'member') return <Existing />
  if (!isSignedIn && !admits) return <Closed />
  return (
    <>
      <Text>{texts[role]}</Text>
      {isSignedIn ? (
        <Accept token={token} />
      ) : (
        <SignInForm isOpen isOpenToAll provider={provider} invitation={token} />
      )}
    </>
  )
}

/** A valid link opens nothing while the operator admits no new people. */
function Closed() {
  return (
    <Alert color="orange" variant="light" title={texts.closedTitle}>
      {texts.closed}
    </Alert>
  )
}

function Existing() {
  return (
    <>
      <Text>{texts.signedInMember}</Text>
      <Button component={Link} href="/chats" variant="default">
        {texts.open}
      </Button>
    </>
  )
}

function Accept({ token }: { token: string }) {
  const trpc = useTRPC()
  const accept = useMutation(
    trpc.invitation.accept.mutationOptions({
      onSuccess: () => window.location.assign('/settings/account'),
    }),
  )
  return (
    <>
      {accept.isError && <ErrorNotice error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate({ invitation: token })}>
        {texts.accept}
      </Button>
    </>
  )
}

/** The part of the address after `#`; null on the server. */
function useFragment(): string | null {
  return useSyncExternalStore(
    watchFragment,
    () => window.location.hash.slice(1),
    () => null,
  )
}

function watchFragment(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
