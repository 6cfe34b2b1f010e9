import { translatable } from '#web/language/translatable.ts'

/** Words of the wallets that are extensions of the browser. */
export const EXTENSION_WALLET_TEXTS = translatable('extensionWallet', {
  noneInstalled: 'No wallet extension was found in this browser.',
})
