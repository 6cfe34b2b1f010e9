import type { PRIVATE_KEY_TEXTS } from './texts.ts'

/** The words of the key of a wallet in this browser, in Chinese. */
export const PRIVATE_KEY_ZH_HANS: typeof PRIVATE_KEY_TEXTS = {
  exportWarning: '任何持有此私钥的人都能以您的身份登录，请妥善保密。',
  copy: '复制私钥',
}
