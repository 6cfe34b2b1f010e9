import type { Exchange } from './exchange.ts'

/** Closes the connection of a small body that takes too long to arrive, for readers without a bound of their own. */
export function giveUpLateBody({ request, times }: Exchange): void {
  const late = setTimeout(() => request.complete || request.destroy(), times.bodyMs)
  request.once('close', () => clearTimeout(late))
}
