// Asks in the background, loses the connection twice, and waits for the webhook: node examples/webhook.ts
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@parley/sdk'
import { createWeatherAgent, openParley } from './demo-agent.ts'

const parley = openParley()
const receiver = createServer().listen(0, '127.0.0.1')
await once(receiver, 'listening')
// A server that listens on TCP has an address of this form.
const { port } = receiver.address() as AddressInfo
const url = `http://127.0.0.1:${port}/parley`
const { webhook, secret } = await parley.webhook.create({ url, events: ['run.ended'] })
if (!secret) throw new Error('The secret of a webhook is shown once.')

const ended = new Promise<string>((resolve, reject) => {
  receiver.on('request', async (request, response) => {
    try {
      const event = await verifyWebhook({ headers: request.headers, body: await text(request) }, secret)
      response.writeHead(204).end()
      if (event.type === 'run.ended') resolve(event.data.run_id)
    } catch (error) {
      response.writeHead(400).end()
      reject(error)
    }
  })
})

const agentId = await createWeatherAgent(parley)
const { session_id } = await parley.session.create({ name: 'Weather, by webhook', agent_id: agentId })
const query = 'How many days of fog were there in 2014?'
const { run_id } = await parley.chat.queryInBackground(
  { session_id, query },
  { idempotencyKey: crypto.randomUUID() },
)

let after: string | undefined
for (const time of ['first', 'second']) {
  const connection = new AbortController()
  const events = parley.run.followStream({ run_id, ...(after && { after }) }, { signal: connection.signal })
  const { value: event, done } = await events.next()
  if (!done) after = event.id
  connection.abort()
  console.log(`Lost the connection for the ${time} time, behind event ${after}.`)
}

if ((await ended) !== run_id) throw new Error('The webhook names another run.')
console.log(`The webhook says that run ${run_id} ended.`)
const answer = await parley.run.follow({ run_id })
console.log(answer.content)
const { steps } = await parley.run.get({ run_id })
for (const step of steps) console.log(`${step.step_id}. ${step.agent_name}: ${step.status}`)

await parley.webhook.delete({ webhook_id: webhook.webhook_id })
receiver.closeAllConnections()
receiver.close()
