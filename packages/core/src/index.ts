export type { Step } from '@parley/agent'
export type { AgentSummary, ApiKey, OwnerId, Run, Session, StoredMessage } from '@parley/db'
export type { Agent, Property, ToolBinding } from './agent/agent.ts'
export { createAgent, type NewAgent } from './agent/create-agent.ts'
export { deleteAgent } from './agent/delete-agent.ts'
export { getAgent, listAgents } from './agent/get-agent.ts'
export { listAgentSessions } from './agent/list-agent-sessions.ts'
export { listToolProblems } from './agent/list-tool-problems.ts'
export { updateAgent } from './agent/update-agent.ts'
export { createApiKey, type NewApiKey } from './api-key/create-api-key.ts'
export { listApiKeys } from './api-key/list-api-keys.ts'
export { revokeApiKey, revokeApiKeyBySecret } from './api-key/revoke-api-key.ts'
export { type ArtifactContent, getArtifact } from './artifact/get-artifact.ts'
export { type AccessTokens, createAccessTokens } from './auth/access-token.ts'
export { authenticate, type Caller } from './auth/authenticate.ts'
export { createChallenge } from './auth/challenge.ts'
export { countSignIn } from './auth/count-sign-in.ts'
export { signOut } from './auth/sign-out.ts'
export { verifyWallet } from './auth/verify-wallet.ts'
export { answerQuery, type ChatEvent } from './chat/answer-query.ts'
export { type CompletedChat, type Completion, completeChat } from './chat/complete-chat.ts'
export { invokeAgent, type StatelessAnswer } from './chat/invoke-agent.ts'
export { invokeLlm } from './chat/invoke-llm.ts'
export type { Answer } from './chat/store-outcome.ts'
export { keepTurnLeases, type TurnLeases } from './chat/turn-leases.ts'
export { openTurnsInFlight, type TurnsInFlight } from './chat/turns-in-flight.ts'
export { openCatalogues } from './data-source/catalogues.ts'
export type { Connection } from './data-source/connection.ts'
export {
  createConnectedSource,
  createFileSource,
  createSampleSource,
} from './data-source/create-data-source.ts'
export type {
  DataDeps,
  FileFormat,
  IncomingFile,
  Ingested,
  Sample,
  SaveArtifact,
  StatementResult,
  ToolFile,
} from './data-source/data-deps.ts'
export type {
  DataSource,
  DataSourceSummary,
  OfferedSource,
  ReachableSource,
} from './data-source/data-source.ts'
export { deleteDataSource } from './data-source/delete-data-source.ts'
export { getDataSource, listDataSources } from './data-source/get-data-source.ts'
export { queryDataSources } from './data-source/query-data-sources.ts'
export { refreshDataSource } from './data-source/refresh-data-source.ts'
export { testConnection } from './data-source/test-connection.ts'
export { updateDataSource } from './data-source/update-data-source.ts'
export type { Blobs, Deps, ModelConfig, ModelParams } from './deps.ts'
export { beginOnce, type Once } from './idempotency/begin-once.ts'
export { createLlmConfig, type NewLlmConfig } from './llm-config/create-llm-config.ts'
export { deleteLlmConfig } from './llm-config/delete-llm-config.ts'
export { getLlmConfig, listLlmConfigs } from './llm-config/get-llm-config.ts'
export { keepTemplates, type LlmConfigTemplate } from './llm-config/keep-templates.ts'
export { listConfigModels, listModels } from './llm-config/list-models.ts'
export { listTemplates } from './llm-config/list-templates.ts'
export { isTemplate, type LlmConfig, readModelParams } from './llm-config/llm-config.ts'
export { testLlmConfig } from './llm-config/test-llm-config.ts'
export { type LlmConfigChange, updateLlmConfig } from './llm-config/update-llm-config.ts'
export { createPersona, deletePersona, listOwnPersonas, updatePersona } from './persona/own-personas.ts'
export { DEFAULT_PERSONA_ID, listPersonas, type Persona } from './persona/personas.ts'
export { type ApprovalWaits, openApprovalWaits } from './run/approval-waits.ts'
export { approveRun } from './run/approve-run.ts'
export type { AskOwner } from './run/ask-owner.ts'
export { cancelRun } from './run/cancel-run.ts'
export { getRun } from './run/get-run.ts'
export { listApprovals, type PendingApproval } from './run/list-approvals.ts'
export { type Cipher, createCipher } from './secrets/cipher.ts'
export { type InstallationSecrets, openInstallationSecrets } from './secrets/installation-secrets.ts'
export { Secret } from './secrets/secret.ts'
export { createSession, type NewSession } from './session/create-session.ts'
export { deleteSession } from './session/delete-session.ts'
export { getSession, listSessions } from './session/get-session.ts'
export { updateSession } from './session/update-session.ts'
export { BUILTIN_TOOL_PURPOSES } from './tool-server/builtin-tools.ts'
export { endSignIn } from './tool-server/end-sign-in.ts'
export { finishSignIn } from './tool-server/finish-sign-in.ts'
export { getSignInState } from './tool-server/get-sign-in-state.ts'
export { getToolServer } from './tool-server/get-tool-server.ts'
export { listServerTools } from './tool-server/list-server-tools.ts'
export { openOwnTools } from './tool-server/own-tools.ts'
export { searchToolServers } from './tool-server/search-tool-servers.ts'
export { openSignInRecords, type SignInRecords } from './tool-server/sign-in-records.ts'
export { startSignIn } from './tool-server/start-sign-in.ts'
export type { ServerPage, ToolServerDeps } from './tool-server/tool-server-deps.ts'
export type { ToolSignIns } from './tool-server/tool-sign-ins.ts'
