/**
 * The `fetch` that this package reaches the network with; it has the type of `globalThis.fetch`. The caller
 * passes the egress client's function, which checks addresses. It throws an AppError for a refused address,
 * and any error for a broken connection.
 */
export type ToolServerFetch = (input: string | URL, init?: RequestInit) => Promise<Response>
