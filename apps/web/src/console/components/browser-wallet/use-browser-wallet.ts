'use client'

import { useMemo, useSyncExternalStore } from 'react'
import {
  type BrowserWallet,
  parseBrowserWallet,
  readBrowserWallet,
  watchBrowserWallet,
} from './browser-wallet-key.ts'

/** The wallet kept in this browser; null while there is none and on the server. */
export function useBrowserWallet(): BrowserWallet | null {
  const stored = useSyncExternalStore(watchBrowserWallet, readBrowserWallet, () => null)
  return useMemo(() => parseBrowserWallet(stored), [stored])
}
