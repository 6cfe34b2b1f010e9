import {
  createAgent,
  deleteAgent,
  getAgent,
  listAgentSessions,
  listAgents,
  listToolProblems,
  updateAgent,
} from './agent.ts'
import { createApiKey, listApiKeys, revokeApiKey, withdrawApiKey } from './api-key.ts'
import { approveRun, listApprovals } from './approval.ts'
import { getChallenge, signOut, verifyWallet } from './auth.ts'
import { invokeAgent, invokeLlm, queryChat } from './chat.ts'
import {
  createDataSource,
  deleteDataSource,
  getDataSource,
  listDataSources,
  listSampleSources,
  queryDataSources,
  refreshDataSource,
  testDataSource,
  updateDataSource,
} from './data-source.ts'
import type { Endpoint } from './endpoint.ts'
import {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  listConfigModels,
  listLlmConfigs,
  listModels,
  listTemplates,
  testLlmConfig,
  updateLlmConfig,
} from './llm-config.ts'
import { createPersona, deletePersona, listOwnPersonas, listPersonas, updatePersona } from './persona.ts'
import { cancelRun, getRun, inspectRun } from './run.ts'
import { createSession, deleteSession, getSession, listSessions, updateSession } from './session.ts'
import { getToolServer, listBuiltinTools, listServerTools, searchToolServers } from './tool-server.ts'
import { endSignIn, getSignInState, startSignIn } from './tool-sign-in.ts'

/** Every operation of the service, in the order of the specification. */
export const ENDPOINTS: readonly Endpoint[] = [
  revokeApiKey,
  getChallenge,
  verifyWallet,
  signOut,
  listBuiltinTools,
  searchToolServers,
  getToolServer,
  listServerTools,
  createLlmConfig,
  getLlmConfig,
  listLlmConfigs,
  updateLlmConfig,
  deleteLlmConfig,
  listTemplates,
  listModels,
  listConfigModels,
  testLlmConfig,
  createAgent,
  getAgent,
  updateAgent,
  deleteAgent,
  listAgents,
  createSession,
  updateSession,
  getSession,
  deleteSession,
  listSessions,
  queryChat,
  getRun,
  cancelRun,
  approveRun,
  invokeAgent,
  invokeLlm,
  listPersonas,
  createDataSource,
  testDataSource,
  getDataSource,
  listDataSources,
  updateDataSource,
  refreshDataSource,
  deleteDataSource,
  listSampleSources,
  queryDataSources,
  createApiKey,
  listApiKeys,
  withdrawApiKey,
  inspectRun,
  listApprovals,
  listAgentSessions,
  listToolProblems,
  getSignInState,
  startSignIn,
  endSignIn,
  listOwnPersonas,
  createPersona,
  updatePersona,
  deletePersona,
]
