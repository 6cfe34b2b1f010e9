import { randomUUID } from 'node:crypto'
import { authorize, replyError, toAppError } from '@parley/api'
import { DOORS } from '@parley/contract'
import { type Caller, type Deps, openOwnTools, withOwnLimits } from '@parley/core'
import { AppError } from '@parley/errors'
import { createMcpServer, handleNodeRequest } from '@parley/mcp'
import type { Settings } from '../env.ts'
import type { Mount } from '../shell/create-shell.ts'
import { readOwnFile } from './read-own-file.ts'

/** Offers the caller's agents and data tools to MCP clients at `/mcp`, under the same credentials as REST. */
export function mountToolServer(deps: Deps, settings: Pick<Settings, 'origin' | 'mode'>): Mount {
  const server = createMcpServer({
    name: 'parley',
    version: '0.1.0',
    instructions: 'Ask the agents in whole questions; use find_metadata before execute_sql.',
    tools: (caller: Caller) => openOwnTools(withOwnLimits(deps, caller), caller),
    readFile: (caller, path) => readOwnFile(deps, caller.owner, path),
    allowedHosts: [
      new URL(settings.origin).hostname,
      ...(settings.mode === 'local' ? ['localhost', '127.0.0.1', '[::1]'] : []),
    ],
  })
  return (incoming, outgoing) =>
    handleNodeRequest(incoming, outgoing, async (request) => {
      try {
        const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
        const caller = await authorize({ deps, bearer }, DOORS.callTools)
        if (!caller) throw new AppError('unauthenticated', 'This operation needs a credential.')
        return await server.handle(request, caller)
      } catch (error) {
        const { status, headers, body } = replyError(toAppError(error), {
          // The shell has named the request.
          'x-request-id': String(outgoing.getHeader('x-request-id') ?? randomUUID()),
        })
        return new Response(String(body), {
          status,
          headers: { ...headers, ...(status === 401 && { 'www-authenticate': 'Bearer' }) },
        })
      }
    })
}
