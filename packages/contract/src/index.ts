export {
  Agent,
  ApprovalPolicy,
  createAgent,
  Datatype,
  deleteAgent,
  getAgent,
  listAgentSessions,
  listAgents,
  listToolProblems,
  Property,
  RunLimits,
  ToolBinding,
  type ToolProblem,
  updateAgent,
} from './agent.ts'
export { ApiKey, createApiKey, listApiKeys, revokeApiKey, withdrawApiKey } from './api-key.ts'
export { type Approval, approveRun, listApprovals } from './approval.ts'
export { getChallenge, signOut, verifyWallet } from './auth.ts'
export { ChatEvent, invokeAgent, invokeLlm, queryChat } from './chat.ts'
export { DataConnection } from './data-connection.ts'
export {
  createDataSource,
  DataSource,
  deleteDataSource,
  FILE_FORMATS,
  getDataSource,
  listDataSources,
  listSampleSources,
  queryDataSources,
  refreshDataSource,
  SOURCE_KINDS,
  testDataSource,
  updateDataSource,
} from './data-source.ts'
export type { Audience, Endpoint, Method } from './endpoint.ts'
export { ENDPOINTS } from './endpoints.ts'
export {
  envelopeSchema,
  Failure,
  type Reply,
  toEnvelope,
} from './envelope.ts'
export { LIMITS } from './limits.ts'
export {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  LlmConfig,
  LlmConfigId,
  LlmConfigTemplate,
  listConfigModels,
  listLlmConfigs,
  listModels,
  listTemplates,
  type ModelParams,
  Provider,
  testLlmConfig,
  updateLlmConfig,
} from './llm-config.ts'
export { AssistantReply, MESSAGE_STATUSES, MESSAGE_TYPES, Message } from './message.ts'
export { buildOpenApi } from './openapi.ts'
export {
  createPersona,
  deletePersona,
  listOwnPersonas,
  listPersonas,
  type Persona,
  updatePersona,
} from './persona.ts'
export {
  cancelRun,
  FINAL_STEP,
  getRun,
  inspectRun,
  Step,
} from './run.ts'
export { BASE_PATH, BUILTIN_SERVER_ID, TEMPLATE_USER_ID } from './service.ts'
export {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  updateSession,
} from './session.ts'
export { JsonObject } from './text.ts'
export {
  BUILTIN_TOOLS,
  type BuiltinTool,
  getToolServer,
  type ListedTool,
  listBuiltinTools,
  listServerTools,
  searchToolServers,
  ToolServerDetails,
  ToolServerSummary,
} from './tool-server.ts'
export { endSignIn, getSignInState, type SignInState, startSignIn } from './tool-sign-in.ts'
