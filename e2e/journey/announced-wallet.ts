import type { Page } from 'playwright'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** The user's decision when the wallet asks for a signature. */
export type Decision = 'sign' | 'decline' | 'sign something else'

/**
 * Installs a wallet that announces itself like an extension (EIP-6963) and implements EIP-1193. The key stays
 * in the test. Returns the address of the wallet.
 */
export async function installWallet(page: Page, decide: () => Decision): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  await page.exposeFunction('signInTest', (hex: `0x${string}`) => {
    const decision = decide()
    if (decision === 'decline') return null
    const message = decision === 'sign' ? { raw: hex } : 'Something else'
    return account.signMessage({ message })
  })
  await page.addInitScript(announce, account.address)
  return account.address
}

/** Runs in the page. */
function announce(address: string): void {
  let isGranted = false
  const sign: (hex: string) => Promise<string | null> = Reflect.get(window, 'signInTest')
  const rejected = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params }: { method: string; params?: string[] }) {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts') return isGranted ? [address] : []
      if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions') {
        isGranted = true
        return method === 'eth_requestAccounts'
          ? [address]
          : [{ parentCapability: 'eth_accounts', caveats: [{ value: [address] }] }]
      }
      if (method !== 'personal_sign') throw Object.assign(new Error(`No ${method}`), { code: 4200 })
      const signature = await sign(params?.[0] ?? '')
      if (signature === null) throw rejected()
      return signature
    },
  }
  const info = {
    uuid: '9b1fa0e2-6c1e-4f5c-8d0c-0b6f1d0f3c11',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'org.example.wallet',
  }
  const tell = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
