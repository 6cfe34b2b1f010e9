import * as z from 'zod'

/** The UUID of a user, also of one with a wallet. */
export const ParleyUuid = z
  .uuid()
  .meta({ description: 'The UUID of the user.', examples: ['7f8a2c4e-0000-4000-8000-000000000002'] })
