export { type ClientOptions, createParleyClient, type ParleyClient } from './create-parley-client.ts'
export { ParleyError } from './parley-error.ts'
export type { ReplyStream } from './reply-stream.ts'
export type { CallOptions } from './send.ts'
