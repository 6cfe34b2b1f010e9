import * as z from 'zod'

/**
 * The owner of a record: the wallet address, or the UUID of a user without a wallet; `default` for templates.
 */
export const UserId = z.string().meta({
  description: 'The owner: a wallet address, a UUID, or `default` for the templates of the operator.',
  examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
})
