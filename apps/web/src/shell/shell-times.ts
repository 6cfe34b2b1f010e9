/** How long the server has patience with a client, in milliseconds. */
export type ShellTimes = {
  /** For the headers of a request, from its first byte or from the opening of the connection. */
  readonly headersMs: number
  /** Between two pieces of a body. */
  readonly bodyIdleMs: number
  /** For a whole body, beside the time that its size grants. */
  readonly bodyMs: number
  /** For the rest of a body that was refused; it is discarded. */
  readonly lingerMs: number
  /** While the client takes nothing of its reply. */
  readonly stalledMs: number
}

export const SHELL_TIMES: ShellTimes = {
  headersMs: 10_000,
  bodyIdleMs: 30_000,
  bodyMs: 30_000,
  lingerMs: 5_000,
  stalledMs: 60_000,
}
