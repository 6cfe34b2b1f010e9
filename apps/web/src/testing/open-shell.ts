import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Model } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import type { Deps } from '@parley/core'
import { createTestDeps, type TestWorld } from '@parley/core/testing'
import { createTestDatabase, createTestUser, type TestDatabase } from '@parley/db/testing'
import pino from 'pino'
import { createShell, type Shell, type ShellOptions } from '../shell/create-shell.ts'
import { createClient, type ServiceClient } from './service-client.ts'

export type TestShell = ServiceClient & {
  readonly port: number
  readonly deps: Deps
  readonly world: TestWorld
  readonly shell: Shell
  /** The log of the shell, one parsed line each. */
  readonly logged: Record<string, unknown>[]
  /** An access token of a new user. */
  readonly signIn: () => Promise<string>
  /** Takes the replies of the next model calls from a list. */
  readonly script: (...replies: ScriptedReply[]) => void
  readonly close: () => Promise<void>
}

/** The service's HTTP server on a free port with its own database; only models, tools and pages are fakes. */
export async function openTestShell(
  options: Partial<ShellOptions> & Pick<TestWorld, 'limits'> = {},
): Promise<TestShell> {
  const database = await createTestDatabase()
  const { limits = {} } = options
  const world: TestWorld = { db: database.db, model: scriptedModel([]).model, limits }
  const deps = createTestDeps(world)
  const logged: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  const shell = createShell({
    deps,
    log,
    inFlightLimit: 100,
    pages: null,
    isReady: async () => true,
    ...options,
  })
  shell.server.listen(0, '127.0.0.1')
  await once(shell.server, 'listening')
  // A server that listens on TCP has an address of this form.
  const { port } = shell.server.address() as AddressInfo
  const client = createClient(`http://127.0.0.1:${port}`)
  return {
    ...client,
    port,
    deps,
    world,
    shell,
    logged,
    signIn: async () => deps.accessTokens.sign(await createTestUser(database.db)),
    script: (...replies) => {
      world.model = scriptedModel(replies).model
    },
    close: () => close(shell, database),
  }
}

async function close(shell: Shell, database: TestDatabase): Promise<void> {
  await shell.close(0)
  await database.drop()
}

/** A model that answers once `gate` opens, and ignores its signal. */
export function modelBehind(gate: Promise<void>, answer: string): Model {
  return async function* (request) {
    await gate
    return yield* scriptedModel([answer]).model(request)
  }
}
