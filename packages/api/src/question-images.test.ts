import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex')
const IMAGE = `data:image/png;base64,${PNG.toString('base64')}`

async function openSeeingSession() {
  const { sessionId, configId, agentId } = await chat.openSession()
  const body = { model: 'seeing-1' }
  await chat.api.send('PATCH', `/llm_config/${configId}`, { bearer: chat.alice, body })
  return { sessionId, agentId }
}

const ask = (session_id: string, images: unknown, query = 'What is it?') =>
  chat.api.send('POST', '/chat/query', { bearer: chat.alice, body: { session_id, query, images } })

test('images of a question reach the model, stay with the session and are read again, for their owner alone', async () => {
  const { sessionId, agentId } = await openSeeingSession()
  const { requests } = chat.script('A cat.', 'A black one.')
  expect((await ask(sessionId, [IMAGE])).body.data).toMatchObject({ content: 'A cat.', artifacts: null })
  const pictures = [{ mediaType: 'image/png', bytes: PNG }]
  expect(requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'What is it?', pictures })

  const [question] = await chat.history(sessionId)
  expect(question).toMatchObject({ role: 'user', content: 'What is it?', run_id: null })
  const [path] = question.artifacts
  expect(path).toMatch(/^artifacts\/[0-9a-f-]{36}\/image-1\.png$/)
  const read = (bearer: string) => chat.api.send('GET', `/${path}`, { bearer })
  const file = await read(chat.alice)
  expect(file.reply.headers['content-type']).toBe('image/png')
  expect((await read(chat.bob)).status).toBe(404)

  await chat.ask(sessionId, 'Which colour?')
  expect(requests[1]?.messages[1]).toEqual({ role: 'user', content: 'What is it?', pictures })
  const list = await chat.api.send('GET', '/chat/session?limit=10', { bearer: chat.alice })
  expect(JSON.stringify(list.body)).not.toContain('image-1')

  const reads = (bearer: string) => chat.api.send('GET', `/agent/${agentId}/reads_images`, { bearer })
  expect((await reads(chat.alice)).body.data).toEqual({ reads_images: true, model: 'seeing-1' })
  expect((await reads(chat.bob)).status).toBe(404)

  await chat.api.send('DELETE', `/chat/session/${sessionId}`, { bearer: chat.alice })
  expect((await read(chat.alice)).status).toBe(404)
})

test('a model that does not read images refuses them, and nothing of the question is stored', async () => {
  const { sessionId } = await chat.openSession()
  const refused = await ask(sessionId, [IMAGE])
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('The model m does not read images.')
  expect(await chat.history(sessionId)).toEqual([])
})

test.each([
  ['that is no data URL', ['https://example.com/cat.png']],
  ['of another kind than it says', [IMAGE.replace('png', 'gif')]],
  ['that is no picture', [`data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`]],
  ['too many', [IMAGE, IMAGE, IMAGE, IMAGE, IMAGE]],
])('refuses an image %s and stores nothing', async (_what, images) => {
  const { sessionId } = await openSeeingSession()
  const refused = await ask(sessionId, images)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(/images/)
  expect(await chat.history(sessionId)).toEqual([])
})

test('another user cannot ask with images in a session', async () => {
  const { sessionId } = await openSeeingSession()
  const body = { session_id: sessionId, query: 'What is it?', images: [IMAGE] }
  expect((await chat.api.send('POST', '/chat/query', { bearer: chat.bob, body })).status).toBe(404)
})

test('an image sent while the session answers is refused and its file removed', async () => {
  const { sessionId } = await openSeeingSession()
  const gate = Promise.withResolvers<void>()
  const { model } = chat.script('Late.')
  chat.world.model = async function* (request) {
    await gate.promise
    return yield* model(request)
  }
  const first = chat.ask(sessionId, 'One')
  await expect.poll(() => chat.api.deps.turns.runIds().length).toBe(1)
  const { blobs } = chat.api.deps
  const removed: string[] = []
  const { remove } = blobs
  Object.assign(blobs, {
    remove: async (path: string) => {
      removed.push(path)
      await remove(path)
    },
  })
  expect((await ask(sessionId, [IMAGE])).status).toBe(409)
  expect(removed).toEqual([expect.stringContaining('image-1.png')])
  Object.assign(blobs, { remove })
  gate.resolve()
  await first
})
