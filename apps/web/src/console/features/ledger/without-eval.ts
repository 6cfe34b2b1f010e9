import { config } from 'zod/v4/core'

// New schemas test whether `eval` is allowed, which the page's policy reports as a violation. On the server
// `eval` is allowed, and schemas stay fast.
if (typeof window !== 'undefined') config({ jitless: true })
