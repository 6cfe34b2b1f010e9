export type {
  AgentSummary,
  Invitation,
  ListedRun,
  ListedUser,
  ModelUsage,
  OwnerId,
  RatedAnswer,
  Run,
  Session,
  SessionBranch,
  StoredApiKey,
  StoredMessage,
  StoredRating,
  StoredWebhook,
} from '@parley/db'
export type { OwnLimits } from '@parley/domain'
export { addPasskey } from './account/add-passkey.ts'
export { addProof } from './account/add-proof.ts'
export { addWallet } from './account/add-wallet.ts'
export { createRecoveryCodes } from './account/create-recovery-codes.ts'
export { endOtherSessions } from './account/end-other-sessions.ts'
export { eraseAccount } from './account/erase-account.ts'
export { getAccount, type OwnAccount } from './account/get-account.ts'
export { removeSignIn } from './account/remove-sign-in.ts'
export { requireFreshSignIn } from './account/require-fresh-sign-in.ts'
export { startPasskey } from './account/start-passkey.ts'
export type { AdmissionMode, AdmissionPolicy, VerifiedProof } from './admission/admission-policy.ts'
export { readAdmission } from './admission/read-admission.ts'
export { acceptTool } from './agent/accept-tool.ts'
export { addDataSource } from './agent/add-data-source.ts'
export type { OpenedAgent } from './agent/agent.ts'
export { createAgent, type NewAgent } from './agent/create-agent.ts'
export { deleteAgent } from './agent/delete-agent.ts'
export { getAgent, listAgents } from './agent/get-agent.ts'
export { listStarterQuestions } from './agent/list-starter-questions.ts'
export { listToolProblems } from './agent/list-tool-problems.ts'
export { readsImages } from './agent/reads-images.ts'
export { updateAgent } from './agent/update-agent.ts'
export { createApiKey, type NewApiKey } from './api-key/create-api-key.ts'
export { listApiKeys } from './api-key/list-api-keys.ts'
export { revokeApiKey, revokeApiKeyBySecret } from './api-key/revoke-api-key.ts'
export type { Blobs } from './artifact/blobs.ts'
export { type ArtifactContent, getArtifact } from './artifact/get-artifact.ts'
export { type AccessTokens, createAccessTokens } from './auth/access-token.ts'
export { authenticate, type Caller, hasScope, readScopes } from './auth/authenticate.ts'
export { createChallenge } from './auth/challenge.ts'
export { challengePasskey } from './auth/challenge-passkey.ts'
export { countSignIn } from './auth/count-sign-in.ts'
export { endProviderSessions } from './auth/end-provider-sessions.ts'
export {
  type IdentityProvider,
  LOGOUT_TOKEN_SECONDS,
  type VerifiedLogout,
} from './auth/identity-provider.ts'
export {
  finishProviderSignIn,
  PROVIDER_SIGN_IN_SECONDS,
  startProviderSignIn,
} from './auth/provider-sign-in.ts'
export { recover } from './auth/recover.ts'
export { registerPasskey } from './auth/register-passkey.ts'
export { renewSession } from './auth/renew-session.ts'
export { type SignedIn, signInWithProof } from './auth/sign-in-with-proof.ts'
export { signOut } from './auth/sign-out.ts'
export { verifyPasskey } from './auth/verify-passkey.ts'
export { verifyWallet } from './auth/verify-wallet.ts'
export { changeAlone } from './change/change-alone.ts'
export { answerQuery } from './chat/answer-query.ts'
export { type CompletedChat, type Completion, completeChat } from './chat/complete-chat.ts'
export { invokeAgent, type StatelessAnswer } from './chat/invoke-agent.ts'
export { invokeLlm } from './chat/invoke-llm.ts'
export { keepTurnLeases, type TurnLeases } from './chat/turn-leases.ts'
export { openCatalogs } from './data-source/catalogs.ts'
export {
  createConnectedSource,
  createFileSource,
  createSampleSource,
} from './data-source/create-data-source.ts'
export type {
  DataDeps,
  IncomingFile,
  Ingested,
  Sample,
} from './data-source/data-deps.ts'
export type {
  DataSourceSummary,
  OfferedSource,
  OpenedDataSource,
  ReachableSource,
} from './data-source/data-source.ts'
export { deleteDataSource } from './data-source/delete-data-source.ts'
export { createEventSource } from './data-source/event-source.ts'
export { exportParquet } from './data-source/export-parquet.ts'
export { exportRows } from './data-source/export-rows.ts'
export { getDataSource, listDataSources } from './data-source/get-data-source.ts'
export { profileDataSource } from './data-source/profile-data-source.ts'
export { queryDataSources } from './data-source/query-data-sources.ts'
export { refreshDataSource } from './data-source/refresh-data-source.ts'
export { rereadDataSource } from './data-source/reread-data-source.ts'
export { testConnection } from './data-source/test-connection.ts'
export { updateDataSource } from './data-source/update-data-source.ts'
export { createDefinition } from './definition/create-definition.ts'
export type { DefinitionFields, ListedDefinition } from './definition/definition.ts'
export { deleteDefinition } from './definition/delete-definition.ts'
export { listDefinitions } from './definition/list-definitions.ts'
export { recheckDefinitions } from './definition/recheck-definitions.ts'
export { saveAnswer } from './definition/save-answer.ts'
export { updateDefinition } from './definition/update-definition.ts'
export type { Deps } from './deps.ts'
export { eraseUser } from './erasure/erase-user.ts'
export { finishErasures } from './erasure/finish-erasures.ts'
export { type Erasure, getErasure, listErasures } from './erasure/get-erasure.ts'
export { type ErasureReceipt, readReceipt } from './erasure/receipt.ts'
export { listEvents, type OpenedEvent } from './event/list-events.ts'
export {
  type EventDoor,
  type EventOrigin,
  eventCaller,
  type NewEvent,
  recordEvent,
  recordSignIn,
} from './event/record-event.ts'
export { type EventVerdict, verifyEvents } from './event/verify-events.ts'
export { exportDefinitions } from './exchange/export-definitions.ts'
export { type Imported, importDefinitions } from './exchange/import-definitions.ts'
export { beginOnce, type Once } from './idempotency/begin-once.ts'
export { acceptInvitation } from './invitation/accept-invitation.ts'
export { createInvitation } from './invitation/create-invitation.ts'
export { deleteInvitation } from './invitation/delete-invitation.ts'
export { listInvitations } from './invitation/list-invitations.ts'
export { openSetup } from './invitation/open-setup.ts'
export { readInvitation } from './invitation/read-invitation.ts'
export { createLlmConfig, type NewLlmConfig } from './llm-config/create-llm-config.ts'
export { deleteLlmConfig } from './llm-config/delete-llm-config.ts'
export { getLlmConfig, listLlmConfigs } from './llm-config/get-llm-config.ts'
export { keepTemplates, type LlmConfigTemplate } from './llm-config/keep-templates.ts'
export { listConfigModels, listModels } from './llm-config/list-models.ts'
export { listTemplates } from './llm-config/list-templates.ts'
export { isTemplate, type OpenedLlmConfig, readModelParams } from './llm-config/llm-config.ts'
export { testLlmConfig } from './llm-config/test-llm-config.ts'
export { type LlmConfigChange, updateLlmConfig } from './llm-config/update-llm-config.ts'
export { openOwnTools } from './own-tools/own-tools.ts'
export { keyOfNewest, keyOfNumber, pageOf } from './page/page-of.ts'
export { createPersona } from './persona/create-persona.ts'
export { deletePersona } from './persona/delete-persona.ts'
export { listOwnPersonas } from './persona/list-own-personas.ts'
export { listPersonas } from './persona/list-personas.ts'
export { DEFAULT_PERSONA_ID, type Persona } from './persona/persona.ts'
export { updatePersona } from './persona/update-persona.ts'
export { deleteRating } from './rating/delete-rating.ts'
export { getRating } from './rating/get-rating.ts'
export { listRatings } from './rating/list-ratings.ts'
export { saveRating } from './rating/save-rating.ts'
export { createResponse } from './response/create-response.ts'
export { deleteResponse } from './response/delete-response.ts'
export { getResponse, type StoredResponse } from './response/get-response.ts'
export { getResponseInput } from './response/get-response-input.ts'
export type { Answer } from './run/answer.ts'
export type { AnswerEvent } from './run/answer-event.ts'
export { type ApprovalWaits, openApprovalWaits } from './run/approval-waits.ts'
export { approveRun } from './run/approve-run.ts'
export { cancelRun } from './run/cancel-run.ts'
export type { AnswerEvidence } from './run/evidence.ts'
export { followRun } from './run/follow-run.ts'
export { getRun } from './run/get-run.ts'
export { getRunEvidence } from './run/get-run-evidence.ts'
export { getRunQuestion } from './run/get-run-question.ts'
export { listApprovals, type PendingApproval } from './run/list-approvals.ts'
export { listRuns } from './run/list-runs.ts'
export { openRunEventLog } from './run/run-event-log.ts'
export { openTurnsInFlight, type TurnsInFlight } from './run/turns-in-flight.ts'
export { type Cipher, createCipher } from './secrets/cipher.ts'
export {
  findInstallationSecrets,
  type InstallationSecrets,
  openInstallationSecrets,
} from './secrets/installation-secrets.ts'
export { rotateMasterKey } from './secrets/rotate-master-key.ts'
export { branchSession } from './session/branch-session.ts'
export { createSession, type NewSession } from './session/create-session.ts'
export { deleteSession } from './session/delete-session.ts'
export { getSession } from './session/get-session.ts'
export { getSessionPage } from './session/get-session-page.ts'
export { listAnswers } from './session/list-answers.ts'
export { listBranches } from './session/list-branches.ts'
export { listFolders } from './session/list-folders.ts'
export { type ListedSession, listSessionPage } from './session/list-session-page.ts'
export { listSessions } from './session/list-sessions.ts'
export { updateSession } from './session/update-session.ts'
export { acceptSuggestion } from './suggestion/accept-suggestion.ts'
export { dismissSuggestion } from './suggestion/dismiss-suggestion.ts'
export { type ListedSuggestion, listSuggestions } from './suggestion/list-suggestions.ts'
export { suggestCorrection } from './suggestion/suggest-correction.ts'
export { BUILTIN_TOOL_PURPOSES } from './tool-server/builtin-tools.ts'
export { endSignIn } from './tool-server/end-sign-in.ts'
export { finishSignIn } from './tool-server/finish-sign-in.ts'
export { getSignInState } from './tool-server/get-sign-in-state.ts'
export { getToolServer } from './tool-server/get-tool-server.ts'
export { listServerTools } from './tool-server/list-server-tools.ts'
export { searchToolServers } from './tool-server/search-tool-servers.ts'
export { openSignInRecords, type SignInRecords } from './tool-server/sign-in-records.ts'
export { startSignIn } from './tool-server/start-sign-in.ts'
export type { ServerPage, ToolServerDeps } from './tool-server/tool-server-deps.ts'
export type { ToolSignIns } from './tool-server/tool-sign-ins.ts'
export { getUsage, listUsage, type OwnUsage } from './usage/get-usage.ts'
export { withOwnLimits } from './usage/own-limits.ts'
export type { Prices } from './usage/prices.ts'
export { sumUsage } from './usage/require-allowance.ts'
export { getUserLimits, type PersonLimits } from './user/get-user-limits.ts'
export { listDisabledUsers } from './user/list-disabled-users.ts'
export { listUsers } from './user/list-users.ts'
export { updateUser } from './user/update-user.ts'
export { updateUserLimits } from './user/update-user-limits.ts'
export { createWebhook } from './webhook/create-webhook.ts'
export { deleteWebhook } from './webhook/delete-webhook.ts'
export { type DeliveryTimes, deliverWebhooks, type WebhookDeliveries } from './webhook/deliver-webhooks.ts'
export { getWebhook, listWebhooks } from './webhook/get-webhook.ts'
export { listDeliveries } from './webhook/list-deliveries.ts'
export { replayDelivery } from './webhook/replay-delivery.ts'
export { rotateWebhookSecret } from './webhook/rotate-webhook-secret.ts'
export type { PostWebhook } from './webhook/send-delivery.ts'
export { type TestedDelivery, testWebhook } from './webhook/test-webhook.ts'
export { updateWebhook } from './webhook/update-webhook.ts'
export type { CheckWebhookUrl } from './webhook/webhook.ts'
