import type { EXTENSION_WALLET_TEXTS } from './texts.ts'

/** The words of the wallets that are extensions of the browser, in Chinese. */
export const EXTENSION_WALLET_ZH_HANS: typeof EXTENSION_WALLET_TEXTS = {
  noneInstalled: '此浏览器中没有找到钱包扩展。',
}
