'use client'

import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { SIGN_IN_TEXTS } from '../texts.ts'

type Props = {
  readonly provider: string
  readonly invitation: string
  readonly returnPath: string | undefined
}

/** Leads to the identity provider, which sends the browser back signed in. */
export function ProviderButton({ provider, invitation, returnPath }: Props) {
  const named = useSearchParams().get('next')
  const next = returnPath ?? named
  const query = new URLSearchParams({ ...(next !== null && { next }), ...(invitation && { invitation }) })
  return (
    <Button
      component="a"
      href={`/api/auth/oidc/start?${query}`}
      size="md"
      leftSection={<IconBuilding size={20} aria-hidden />}
    >
      {SIGN_IN_TEXTS.continueWith(provider)}
    </Button>
  )
}
