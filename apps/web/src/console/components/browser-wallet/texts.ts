import { translatable } from '#web/language/translatable.ts'

/** Words of the key of a wallet in this browser. */
export const PRIVATE_KEY_TEXTS = translatable('privateKey', {
  exportWarning: 'Anyone with this key can sign in as you. Keep it secret.',
  copy: 'Copy private key',
})
