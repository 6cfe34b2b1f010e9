/**
 * How this package reaches the network: the shape of `globalThis.fetch`. The caller passes the egress
 * client's function, which decides what addresses may be reached. It throws an AppError for a refused
 * address, and whatever it likes for a broken connection.
 */
export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>
