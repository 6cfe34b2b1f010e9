import { config } from 'zod/v4/core'

// Schemas try whether they may make code from strings as soon as they are made, which the page's policy reports as
// a violation. On the server, where they may, they stay fast.
if (typeof window !== 'undefined') config({ jitless: true })
