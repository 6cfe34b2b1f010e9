// The service as an MCP server: node examples/mcp-client.ts
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createWeatherAgent, ORIGIN, openParley, readApiKey } from './demo-agent.ts'

await createWeatherAgent(openParley())
const client = new Client({ name: 'example', version: '1.0.0' })
const headers = { authorization: `Bearer ${readApiKey()}` }
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), { requestInit: { headers } }),
)

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(', '))

const result = await client.callTool({
  name: 'execute_sql',
  arguments: { generated_sql: 'SELECT count(*) AS days FROM seattle_weather' },
})
console.log(JSON.stringify(result.content))
await client.close()
