export {
  Agent,
  AgentId,
  AgentListEntry,
  createAgent,
  Datatype,
  deleteAgent,
  getAgent,
  listAgents,
  Property,
  RunLimits,
  ToolBinding,
  updateAgent,
} from './agent.ts'
export { ApiKey, ApiKeyId, createApiKey, listApiKeys, revokeApiKey, withdrawApiKey } from './api-key.ts'
export { getChallenge, signOut, verifyWallet, WalletAddress } from './auth.ts'
export { ChatEvent, invokeAgent, invokeLlm, queryChat } from './chat.ts'
export {
  Column,
  createDataSource,
  DataSource,
  DataSourceId,
  DataSourceSummary,
  deleteDataSource,
  FILE_FORMATS,
  getDataSource,
  listDataSources,
  listSampleSources,
  SampleSource,
  SOURCE_KINDS,
  Table,
} from './data-source.ts'
export { AUDIENCES, type Audience, type Endpoint, endpoint, METHODS, type Method } from './endpoint.ts'
export { ENDPOINTS } from './endpoints.ts'
export {
  data,
  emptyData,
  envelopeSchema,
  Failure,
  messageOnly,
  noData,
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
  listConfigModels,
  listLlmConfigs,
  listModels,
  ModelParams,
  PROVIDERS,
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
  OwnPersona,
  Persona,
  PersonaId,
  updatePersona,
} from './persona.ts'
export {
  cancelRun,
  FINAL_STEP,
  getRun,
  inspectRun,
  RunId,
  StatelessStep,
  Step,
  TRACE_STATUSES,
} from './run.ts'
export { BASE_PATH, BUILTIN_SERVER_ID, SERVICE_NAME, TEMPLATE_USER_ID } from './service.ts'
export {
  createSession,
  deleteSession,
  getSession,
  listSessions,
  Session,
  SessionId,
  updateSession,
} from './session.ts'
export { Description, filledText, JsonObject, Name, Prompt, SystemMessage, text } from './text.ts'
export { LocalTimestamp, UtcTimestamp } from './timestamp.ts'
export {
  BUILTIN_TOOLS,
  type BuiltinTool,
  BuiltinToolEntry,
  getToolServer,
  listBuiltinTools,
  searchToolServers,
  ToolServerDetails,
  ToolServerSummary,
} from './tool-server.ts'
