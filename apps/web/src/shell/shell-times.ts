/** Timeouts for clients, in milliseconds. */
export type ShellTimes = {
  /** For the headers of a request, from its first byte or from the start of the connection. */
  readonly headersMs: number
  /** Between two pieces of a body. */
  readonly bodyIdleMs: number
  /** For a whole body, in addition to the time that its size allows. */
  readonly bodyMs: number
  /** For the rest of a refused body, which is discarded. */
  readonly lingerMs: number
  /** While the client reads no byte of its reply. */
  readonly stalledMs: number
}

export const SHELL_TIMES: ShellTimes = {
  headersMs: 10_000,
  bodyIdleMs: 30_000,
  bodyMs: 30_000,
  lingerMs: 30_000,
  stalledMs: 60_000,
}
