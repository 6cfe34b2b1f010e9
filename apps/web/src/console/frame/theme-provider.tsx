'use client'

import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { type ReactNode, useCallback } from 'react'
import { theme } from './theme.ts'

/** Mantine with our theme; every style element it writes carries the request's nonce. */
export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  if (nonce !== undefined) setNonce(nonce)
  const getNonce = useCallback(() => nonce ?? '', [nonce])
  return (
    <MantineProvider
      theme={theme}
      // `app/theme.css` holds what the provider would write into each page.
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={getNonce}
    >
      {children}
    </MantineProvider>
  )
}
