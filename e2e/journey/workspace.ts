import { expect, type Page } from '@playwright/test'
import { call } from './call.ts'
import { keepWallet, signIn, signInWithoutPage } from './sign-in.ts'

/** Creates a new user in the sample workspace, in its first chat with the question typed. */
export async function openSampleWorkspace(page: Page, { isSignedIn = false } = {}): Promise<void> {
  if (!isSignedIn) await signIn(page)
  await page.getByRole('button', { name: 'Try it with sample data' }).click()
  await expect(page).toHaveURL(/\/chats\/[0-9a-f-]{36}$/, { timeout: 60_000 })
}

type Chat = { readonly agentId: string; readonly sessionId: string }

/** Creates a new user with one agent on the runtime at `baseUrl`, and opens a chat. */
export async function openChatWith(
  page: Page,
  baseUrl: string,
  { isSignedIn = false, model = 'scripted' } = {},
): Promise<Chat> {
  const wallet = isSignedIn ? null : await signInWithoutPage(page)
  const chat = await createChat(page, baseUrl, model)
  await page.goto(`/chats/${chat.sessionId}`)
  if (wallet) await keepWallet(page, wallet)
  await expect(page.getByLabel('Your question')).toBeVisible()
  return chat
}

/** Creates a new user with one agent on the runtime at `baseUrl` and a chat, and opens no page. */
export async function createChatWith(page: Page, baseUrl: string): Promise<Chat> {
  await signInWithoutPage(page)
  return createChat(page, baseUrl, 'scripted')
}

async function createChat(page: Page, baseUrl: string, model: string): Promise<Chat> {
  const { id } = await call<{ id: number }>(page, 'llmConfig.create', {
    input: { provider: 'ollama', model, base_url: baseUrl, name: 'Scripted' },
  })
  const { agent_id } = await call<{ agent_id: string }>(page, 'agent.create', {
    input: { name: 'Scripted agent', model_config_id: id, tools: [] },
  })
  const { session_id } = await call<{ session_id: string }>(page, 'session.create', {
    input: { name: 'A chat', agent_id },
  })
  return { agentId: agent_id, sessionId: session_id }
}
