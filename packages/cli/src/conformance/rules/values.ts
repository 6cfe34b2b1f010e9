import { randomUUID } from 'node:crypto'
import { dataOf } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireForm, requireOne, show, Violation } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/
const USER_ID = /^0x[0-9a-fA-F]{40}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Rules about ids, times and owners. */
export const VALUE_RULES: readonly Rule[] = [
  {
    anchor: at('values-ids'),
    title: 'Configurations have integer ids; agents and sessions have UUIDs.',
    check: async ({ probe, configId, agentId, sessionId }) => {
      const config = dataOf(await probe('GET', `/llm_config/${await configId()}`), 'GET /llm_config/{id}')
      ensure(
        Number.isInteger(config.id),
        `The id of a configuration is ${show(config.id)} and must be an integer.`,
      )
      requireForm(await agentId(), UUID, 'The id of an agent')
      requireForm(await sessionId(), UUID, 'The id of a session')
    },
  },
  {
    anchor: at('values-local-time'),
    title: 'created_at of configurations and sessions is UTC without a zone and with six digits.',
    check: async ({ probe, configId, sessionId }) => {
      const config = dataOf(await probe('GET', `/llm_config/${await configId()}`), 'GET /llm_config/{id}')
      const session = dataOf(
        await probe('GET', `/chat/session/${await sessionId()}`),
        'GET /chat/session/{id}',
      )
      requireForm(config.created_at, LOCAL_TIME, 'created_at of a configuration')
      requireForm(session.created_at, LOCAL_TIME, 'created_at of a session')
    },
  },
  {
    anchor: at('values-user-id'),
    title: 'user_id is a wallet address or a UUID.',
    check: async ({ probe, agentId }) => {
      const agent = dataOf(await probe('GET', `/agent/${await agentId()}`), 'GET /agent/{id}')
      requireForm(agent.user_id, USER_ID, 'user_id of an agent')
    },
  },
  {
    anchor: at('values-ownership'),
    title: "Another user's records do not exist for the caller.",
    needs: ['other_user'],
    check: async ({ probe, otherKey: key, configId, agentId, sessionId }) => {
      const records = [
        [`/llm_config/${await configId()}`, '/llm_config/2147483000'],
        [`/agent/${await agentId()}`, `/agent/${randomUUID()}`],
        [`/chat/session/${await sessionId()}`, `/chat/session/${randomUUID()}`],
      ] as const
      for (const [theirs, missing] of records) {
        const reply = await probe('GET', theirs, { key })
        requireFailure(reply, [404], `GET ${theirs} by another user`)
        const other = await probe('GET', missing, { key })
        requireOne(reply.text, [other.text], `The failure for another user's record`)
      }
    },
  },
  {
    anchor: at('values-ownership'),
    title: 'Lists hold no record of another user, and another user changes and deletes none.',
    needs: ['other_user'],
    check: async ({ probe, otherKey: key, agentId, sessionId }) => {
      const [agent, session] = [await agentId(), await sessionId()]
      for (const path of ['/agent', '/llm_config', '/chat/session']) {
        const { text } = await probe('GET', path, { key })
        if (text.includes(agent) || text.includes(session) || text.includes('Conformance check'))
          throw new Violation(`GET ${path} shows records of another user.`)
      }
      requireFailure(
        await probe('PATCH', `/agent/${agent}`, { key, body: { name: 'Taken' } }),
        [404],
        'PATCH by another user',
      )
      requireFailure(
        await probe('DELETE', `/chat/session/${session}`, { key }),
        [404],
        'DELETE by another user',
      )
    },
  },
]
