/** An HTTP request as plain data. Header names are in lower case. */
export type RpcHttpRequest = Readonly<{
  method: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: string
}>

/** An HTTP reply as plain data. Header names are in lower case. */
export type RpcHttpReply = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}>
