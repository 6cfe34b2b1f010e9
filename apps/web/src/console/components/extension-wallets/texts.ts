/** Words of the wallets that are extensions of the browser. */
export const EXTENSION_WALLET_TEXTS = {
  noneInstalled: 'No wallet extension was found in this browser.',
} as const
