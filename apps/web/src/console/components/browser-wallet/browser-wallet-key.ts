import type { Hex } from 'viem'

const STORAGE_KEY = 'parley.browser-wallet'
const CHANGE_EVENT = 'parley:browser-wallet'

/** Signs personal messages for an address: an extension, or the key kept in this browser. */
export type SigningWallet = {
  readonly address: string
  /** Rejects when the user declines. */
  readonly signMessage: (message: string) => Promise<string>
}

export type BrowserWallet = { readonly address: Hex; readonly privateKey: Hex }

/** The stored wallet as JSON text, which can be compared as a string; null when there is none. */
export function readBrowserWallet(): string | null {
  return window.localStorage.getItem(STORAGE_KEY)
}

/** Calls back whenever the stored wallet changes, in this tab or another one. */
export function watchBrowserWallet(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGE_EVENT, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGE_EVENT, onChange)
  }
}

/** Parses a stored wallet; null when the text is invalid. */
export function parseBrowserWallet(stored: string | null): BrowserWallet | null {
  if (stored === null) return null
  try {
    const { address, privateKey } = JSON.parse(stored) as Record<string, unknown>
    return isHex(address, 40) && isHex(privateKey, 64) ? { address, privateKey } : null
  } catch {
    return null
  }
}

/** Creates a new key, or takes the given one, and stores it in this browser. */
export async function keepBrowserWallet(privateKey?: Hex): Promise<BrowserWallet> {
  const { generatePrivateKey, privateKeyToAddress } = await import('viem/accounts')
  const key = privateKey ?? generatePrivateKey()
  const wallet = { address: privateKeyToAddress(key), privateKey: key }
  window.localStorage.setItem(STORAGE_KEY, JSON.stringify(wallet))
  window.dispatchEvent(new Event(CHANGE_EVENT))
  return wallet
}

/** Deletes the key from this browser. */
export function forgetBrowserWallet(): void {
  window.localStorage.removeItem(STORAGE_KEY)
  window.dispatchEvent(new Event(CHANGE_EVENT))
}

/** Creates a signer from the stored wallet. */
export function toSigningWallet(wallet: BrowserWallet): SigningWallet {
  return {
    address: wallet.address,
    signMessage: async (message) => {
      const { privateKeyToAccount } = await import('viem/accounts')
      return privateKeyToAccount(wallet.privateKey).signMessage({ message })
    },
  }
}

/** Whether a text is 0x and the given number of hexadecimal digits. */
export function isHex(value: unknown, digits: number): value is Hex {
  return typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(value)
}
