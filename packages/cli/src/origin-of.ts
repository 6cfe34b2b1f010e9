import { UsageError } from './failure.ts'

/** The origin of an address. Throws UsageError for what is not an http or https address. */
export function originOf(address: string): string {
  if (address === '') return ''
  const { protocol, origin } = URL.canParse(address) ? new URL(address) : { protocol: '', origin: '' }
  if (protocol === 'http:' || protocol === 'https:') return origin
  throw new UsageError(
    `"${address}" is not an http or https address. Write one such as http://127.0.0.1:3000.`,
  )
}
