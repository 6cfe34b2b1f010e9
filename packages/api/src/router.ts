import { create as createAgent } from './agent/create.ts'
import { remove as deleteAgent } from './agent/delete.ts'
import { get as getAgent } from './agent/get.ts'
import { list as listAgents } from './agent/list.ts'
import { listAgentSessions } from './agent/list-agent-sessions.ts'
import { listToolProblems } from './agent/list-tool-problems.ts'
import { update as updateAgent } from './agent/update.ts'
import { create as createApiKey } from './api-key/create.ts'
import { list as listApiKeys } from './api-key/list.ts'
import { revoke } from './api-key/revoke.ts'
import { revokeSelf } from './api-key/revoke-self.ts'
import { challenge } from './auth/challenge.ts'
import { signOut } from './auth/sign-out.ts'
import { verify } from './auth/verify.ts'
import { invokeAgent } from './chat/invoke-agent.ts'
import { invokeLlm } from './chat/invoke-llm.ts'
import { query } from './chat/query.ts'
import { test } from './chat/test.ts'
import { create as createDataSource } from './data-source/create.ts'
import { remove as deleteDataSource } from './data-source/delete.ts'
import { get as getDataSource } from './data-source/get.ts'
import { list as listDataSources } from './data-source/list.ts'
import { listSamples } from './data-source/list-samples.ts'
import { query as queryDataSources } from './data-source/query.ts'
import { refresh as refreshDataSource } from './data-source/refresh.ts'
import { test as testDataSource } from './data-source/test.ts'
import { update as updateDataSource } from './data-source/update.ts'
import { create as createLlmConfig } from './llm-config/create.ts'
import { remove as deleteLlmConfig } from './llm-config/delete.ts'
import { get as getLlmConfig } from './llm-config/get.ts'
import { list as listLlmConfigs } from './llm-config/list.ts'
import { listConfigModels } from './llm-config/list-config-models.ts'
import { listModels } from './llm-config/list-models.ts'
import { listTemplates } from './llm-config/list-templates.ts'
import { update as updateLlmConfig } from './llm-config/update.ts'
import { endSignIn } from './mcp/end-sign-in.ts'
import { listBuiltinTools } from './mcp/list-builtin-tools.ts'
import { listServerTools } from './mcp/list-server-tools.ts'
import { search } from './mcp/search.ts'
import { server } from './mcp/server.ts'
import { signInState } from './mcp/sign-in-state.ts'
import { startSignIn } from './mcp/start-sign-in.ts'
import { create as createPersona } from './persona/create.ts'
import { remove as deletePersona } from './persona/delete.ts'
import { list as listPersonas } from './persona/list.ts'
import { listOwn as listOwnPersonas } from './persona/list-own.ts'
import { update as updatePersona } from './persona/update.ts'
import { trpc } from './procedure/trpc.ts'
import { approve } from './run/approve.ts'
import { cancel } from './run/cancel.ts'
import { get as getRun } from './run/get.ts'
import { inspect } from './run/inspect.ts'
import { listApprovals } from './run/list-approvals.ts'
import { create as createSession } from './session/create.ts'
import { remove as deleteSession } from './session/delete.ts'
import { get as getSession } from './session/get.ts'
import { list as listSessions } from './session/list.ts'
import { update as updateSession } from './session/update.ts'

/** Every procedure under the name of its endpoint; `…Stream` is the same operation as events. */
export const router = trpc.router({
  auth: { challenge, verify, signOut },
  apiKey: { create: createApiKey, list: listApiKeys, revoke, revokeSelf },
  llmConfig: {
    create: createLlmConfig,
    get: getLlmConfig,
    list: listLlmConfigs,
    update: updateLlmConfig,
    delete: deleteLlmConfig,
    listModels,
    listTemplates,
    listConfigModels,
  },
  agent: {
    create: createAgent,
    get: getAgent,
    list: listAgents,
    update: updateAgent,
    delete: deleteAgent,
    listSessions: listAgentSessions,
    listToolProblems,
  },
  session: {
    create: createSession,
    get: getSession,
    list: listSessions,
    update: updateSession,
    delete: deleteSession,
  },
  chat: {
    test,
    query: query.whole,
    queryStream: query.events,
    invokeAgent: invokeAgent.whole,
    invokeAgentStream: invokeAgent.events,
    invokeLlm: invokeLlm.whole,
    invokeLlmStream: invokeLlm.events,
  },
  run: { get: getRun, inspect, cancel, approve, listApprovals },
  mcp: { listBuiltinTools, search, server, listServerTools, signInState, startSignIn, endSignIn },
  persona: {
    list: listPersonas,
    listOwn: listOwnPersonas,
    create: createPersona,
    update: updatePersona,
    delete: deletePersona,
  },
  dataSource: {
    create: createDataSource,
    test: testDataSource,
    get: getDataSource,
    list: listDataSources,
    update: updateDataSource,
    refresh: refreshDataSource,
    delete: deleteDataSource,
    listSamples,
    query: queryDataSources,
  },
})

export type AppRouter = typeof router
