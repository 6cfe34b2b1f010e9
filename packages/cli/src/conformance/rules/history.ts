import { randomBytes } from 'node:crypto'
import { dataOf, type Probe } from '../probe.ts'
import type { Rule } from '../rule.ts'
import { ensure, requireOne, requireSome, show } from '../violation.ts'
import { requireFailure } from './envelope.ts'

const at = (anchor: string) => `agent-service.md#${anchor}`

type Message = Readonly<Record<string, unknown>>

/** Rules about how sessions are found, kept, paged and branched. */
export const HISTORY_RULES: readonly Rule[] = [
  {
    anchor: at('addition-list-sessions'),
    title: 'Sessions are found by words of their names and by the beginnings of words, by their owner alone.',
    check: async ({ probe, agentId, openSession, otherKey }) => {
      const word = `conformance${randomBytes(6).toString('hex')}`
      const id = await openSession(await agentId(), `Check of ${word}`)
      requireOne(show(await foundBy(probe, `q=${word}`)), [show([id])], 'The sessions found by a word')
      requireOne(
        show(await foundBy(probe, `q=${word.slice(0, -2)}&sort=activity`)),
        [show([id])],
        'The sessions found by the beginning of a word',
      )
      requireOne(show(await foundBy(probe, `q=${word}0`)), ['[]'], 'The sessions found by another word')
      if (otherKey !== null)
        requireOne(show(await foundBy(probe, `q=${word}`, otherKey)), ['[]'], 'What another user finds')
    },
  },
  {
    anchor: at('addition-keep-session'),
    title: 'A session is pinned, put into a folder and archived, and lists show it so.',
    check: async ({ probe, agentId, openSession }) => {
      const id = await openSession(await agentId())
      const folder = `Check ${randomBytes(6).toString('hex')}`
      const change = async (body: object) =>
        dataOf(await probe('PATCH', `/chat/session/${id}`, { body }), 'PATCH /chat/session/{id}')
      await change({ is_pinned: true, folder })
      ensure((await foundBy(probe, 'show=pinned')).includes(id), 'show=pinned lacks a pinned session.')
      requireOne(
        show(await foundBy(probe, `folder=${encodeURIComponent(folder)}`)),
        [show([id])],
        'The sessions of a folder',
      )
      const folders = (await probe('GET', '/chat/folder')).text
      ensure(folders.includes(folder), `GET /chat/folder lacks ${show(folder)}.`)
      await change({ is_archived: true, is_pinned: false })
      ensure((await foundBy(probe, 'show=archived')).includes(id), 'show=archived lacks an archived session.')
      ensure(!(await foundBy(probe, 'show=active')).includes(id), 'show=active has an archived session.')
    },
  },
  {
    anchor: at('addition-history-pages'),
    title: 'Pages of a history lead from the newest messages to the oldest, with every message once.',
    needs: ['model'],
    check: async ({ probe, direct }) => {
      const path = `/chat/session/${(await direct()).sessionId}`
      const whole = dataOf(await probe('GET', path), 'GET /chat/session/{id}').messages as Message[]
      const last = dataOf(await probe('GET', `${path}?limit=1`), 'GET /chat/session/{id}?limit=1')
      requireOne(show(last.messages), [show(whole.slice(-1))], 'The page of the newest message')
      const before = await probe('GET', `${path}?limit=1&cursor=${last.next_cursor}`)
      const { messages, next_cursor } = dataOf(before, 'GET /chat/session/{id}?cursor=…')
      requireOne(show(messages), [show(whole.slice(-2, -1))], 'The page of the message before')
      requireOne(next_cursor, [null], 'next_cursor of the last page')
    },
  },
  {
    anchor: at('addition-branches'),
    title: 'A branch begins with the first messages of its session, which stays as it is.',
    needs: ['model'],
    check: async ({ probe, direct, remove }) => {
      const path = `/chat/session/${(await direct()).sessionId}`
      const before = dataOf(await probe('GET', path), 'GET /chat/session/{id}')
      const branched = await probe('POST', `${path}/branches`, { body: { keep: 2 } })
      const { session_id } = dataOf(branched, 'POST /chat/session/{id}/branches')
      remove(`/chat/session/${session_id}`)
      const branch = dataOf(await probe('GET', `/chat/session/${session_id}`), 'GET of the branch')
      const texts = (messages: unknown) => show((messages as Message[]).map(({ content }) => content))
      requireOne(texts(branch.messages), [texts(before.messages)], 'The messages of a branch')
      const { branches } = dataOf(await probe('GET', `${path}/branches`), 'GET /chat/session/{id}/branches')
      const ids = [branches ?? []].flat().map((one) => Object(one).session_id)
      ensure(ids.includes(session_id), `The branches ${show(ids)} lack the new one.`)
      requireFailure(
        await probe('POST', `${path}/branches`, { body: { keep: 1 } }),
        [400],
        'a branch that ends with a question',
      )
    },
  },
  {
    anchor: at('addition-ratings'),
    title: 'An answer is rated, a second rating replaces the first, and a deleted one is 404.',
    needs: ['model'],
    check: async ({ probe, traced }) => {
      const { reply, sessionId } = await traced()
      const path = `/chat/run/${reply.data.run_id}/rating`
      const rate = async (body: object) => dataOf(await probe('POST', path, { body }), 'POST …/rating')
      await rate({ verdict: 'up', comment: 'Right.' })
      requireSome(await rate({ verdict: 'down' }), ['run_id', 'session_id', 'verdict', 'comment'], 'A rating')
      const { verdict, comment } = dataOf(await probe('GET', path), 'GET …/rating')
      requireOne(show([verdict, comment]), [show(['down', ''])], 'The rating after a second one')
      const answers = (await probe('GET', `/chat/session/${sessionId}/answers`)).text
      ensure(answers.includes(String(reply.data.run_id)), 'GET …/answers lacks the run of the answer.')
      dataOf(await probe('DELETE', path), 'DELETE …/rating')
      requireFailure(await probe('GET', path), [404], 'a deleted rating')
    },
  },
]

/** The ids of the sessions of one page. */
async function foundBy(probe: Probe, query: string, key?: string): Promise<unknown[]> {
  const reply = await probe('GET', `/chat/session?${query}`, key === undefined ? {} : { key })
  const { sessions } = dataOf(reply, `GET /chat/session?${query}`)
  return [sessions ?? []].flat().map((one) => Object(one).session_id)
}
