export { endSessions, findTokenOwner, revokeAccessToken, type TokenOwner } from './access-token.ts'
export {
  type AgentSummary,
  addAgentDataSource,
  countAgentSessions,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  type StoredAgent,
  type StoredToolBinding,
  updateAgent,
} from './agent.ts'
export { allowTool } from './allow-tool.ts'
export {
  type ApiKeyCredential,
  createApiKey,
  findApiKey,
  listApiKeys,
  markApiKeyUsed,
  revokeApiKey,
  type StoredApiKey,
} from './api-key.ts'
export { applyMigrations, listPendingMigrations } from './apply-migrations.ts'
export {
  createApproval,
  decideApproval,
  deleteApproval,
  listApprovals,
  readApprovalDecision,
  type StoredApproval,
} from './approval.ts'
export {
  type Artifact,
  createArtifact,
  deleteExpiredArtifacts,
  getArtifact,
  listRunArtifacts,
  replaceArtifactFile,
} from './artifact.ts'
export { type AskedQuestion, findAskedQuestion, findEarlierRun, readRunQuestion } from './asked-question.ts'
export { branchSession, listBranches, type NewBranch, type SessionBranch } from './branch-session.ts'
export { withChangeLease } from './change-lease.ts'
export { readClock } from './clock.ts'
export { type CountedRecords, countRecords, sumStorage } from './count-records.ts'
export {
  createDataSource,
  deleteDataSource,
  getDataSource,
  listDataSourceFiles,
  listDataSourceSummaries,
  listDataSources,
  type StoredDataSource,
  type StoredDataSourceRow,
  type StoredDataSourceSummary,
  updateDataSource,
} from './data-source.ts'
export { type Database, openDatabase } from './database.ts'
export {
  createDefinition,
  deleteDefinition,
  listDefinitions,
  type StoredDefinition,
  saveDefinitions,
  setDefinitionProblem,
  updateDefinition,
} from './definition.ts'
export { deleteSession } from './delete-session.ts'
export { eraseRecords, forgetRetiredFiles } from './erase-records.ts'
export {
  beginErasure,
  type ErasureAsker,
  findErasure,
  findSubjectOwner,
  finishErasure,
  listErasedHomes,
  listErasures,
  listPendingErasures,
  type PendingErasure,
  type StoredErasure,
  storeReceipt,
} from './erasure.ts'
export { cutEvents } from './event/cut-events.ts'
export { type EventSubject, keepEventSubject } from './event/event-subject.ts'
export { type EventRow, insertEvent } from './event/insert-event.ts'
export { isEventSealed } from './event/is-event-sealed.ts'
export { type EventFilter, listEvents, type StoredEvent } from './event/list-events.ts'
export { listUncoveredEvents, readEventCut, readEventSeals } from './event/read-seals.ts'
export { type EventBatch, type EventLink, sealEvents } from './event/seal-events.ts'
export { deleteExpiredRows } from './expired-rows.ts'
export { holdFiles, oldestFileHold, releaseFiles, renewFileHold } from './file-hold.ts'
export { findSessions } from './find-sessions.ts'
export { pingDatabase } from './health.ts'
export {
  abandonIdempotent,
  beginIdempotent,
  finishIdempotent,
  type IdempotentRequest,
  type IdempotentStart,
} from './idempotency.ts'
export { findInstallationSeal, keepInstallationSeal, replaceInstallationSeal } from './installation.ts'
export {
  createInvitation,
  createSetupInvitation,
  deleteInvitation,
  findOpenInvitation,
  type Invitation,
  listInvitations,
} from './invitation.ts'
export type {
  LedgerAssetVersion,
  LedgerBalanceVersion,
  LedgerBlock,
  LedgerDelegation,
  LedgerEpoch,
  LedgerHead,
  LedgerRows,
  LedgerStakeVersion,
  LedgerTransaction,
  LedgerValidator,
} from './ledger/ledger-rows.ts'
export { keepLocalLedger, replaceLedgerScript } from './ledger/local-ledger.ts'
export { noteLedgerAsset, noteLedgerTransaction } from './ledger/note-ledger-record.ts'
export {
  type LedgerAsset,
  type LedgerPart,
  type LedgerSnapshot,
  listLedgerAssets,
  listLedgerBalances,
  listLedgerBlocks,
  listLedgerValidators,
  readLedger,
  readLedgerHead,
} from './ledger/read-ledger.ts'
export { type LedgerWrite, type LedgerWriteOutcome, writeLedger } from './ledger/write-ledger.ts'
export {
  createLlmConfig,
  deleteLlmConfig,
  getLlmConfig,
  listLlmConfigs,
  reserveLlmConfigId,
  type StoredLlmConfig,
  updateLlmConfig,
} from './llm-config.ts'
export { listMessages, listNewestMessages, type MessageStatus, type StoredMessage } from './message.ts'
export { readOwnLimits, setOwnLimits } from './own-limits.ts'
export { DEFAULT_OWNER, type OwnerId } from './owner.ts'
export { createPendingSignIn, takePendingSignIn } from './pending-sign-in.ts'
export {
  createPersona,
  deletePersona,
  getPersona,
  listPersonas,
  type StoredPersona,
  updatePersona,
} from './persona.ts'
export {
  addSignIn,
  findPasskey,
  listOwnSignIns,
  type OwnSignIn,
  raisePasskeyCounter,
  removeSignIn,
} from './proof.ts'
export { endProviderSessions } from './provider-logout.ts'
export { takeFromBucket } from './rate-limit.ts'
export {
  deleteRating,
  getRating,
  listRatedAnswers,
  listRatings,
  type RatedAnswer,
  type RatingFilter,
  type StoredRating,
  saveRating,
} from './rating.ts'
export {
  countRecoveryCodes,
  type RecoveryCodes,
  replaceRecoveryCodes,
  takeRecoveryCode,
} from './recovery-code.ts'
export { replaceTemplates, type StoredTemplate } from './replace-templates.ts'
export { deleteRetiredBlobs, listRetiredBlobs, listRetiredBlobsIn } from './retired-blob.ts'
export { addRetiredVersions, deleteRetiredVersions, listRetiredVersions } from './retired-version.ts'
export {
  getRun,
  getRunEvidence,
  type ListedRun,
  listRunningSessions,
  listRuns,
  type Run,
  type RunFilter,
  type RunStatus,
} from './run.ts'
export { findRunData, type StoredRunData } from './run-data.ts'
export { insertRunEvents, type NewRunEvent, type RunEvent, readRunEvents } from './run-event.ts'
export { openRunNotices, type RunFollower, type RunNotices } from './run-notices.ts'
export { listSealedRows } from './sealed-row.ts'
export {
  createSession,
  getSession,
  listFolders,
  listSessions,
  type Session,
  type SessionFilter,
  type SessionSort,
  updateSession,
} from './session.ts'
export {
  type Account,
  acceptInvitation,
  createAccount,
  createInvitedAccount,
  findAccount,
  type NewAccount,
  type SignInName,
} from './sign-in.ts'
export { spendChallenge } from './spent-challenge.ts'
export {
  getSuggestion,
  listSuggestions,
  type NewSuggestion,
  type StoredSuggestion,
  saveSuggestion,
  settleSuggestion,
} from './suggestion.ts'
export {
  deleteToolSignIn,
  getToolSignIn,
  lockToolSignIn,
  saveToolSignIn,
  unlockToolSignIn,
} from './tool-sign-in.ts'
export { isDatabaseAway } from './translate-failure.ts'
export {
  beginTurn,
  type NewTurn,
  type QuestionPicture,
  type TurnContext,
  type TurnStart,
} from './turn/begin-turn.ts'
export { readCancelRequests, requestTurnCancel } from './turn/cancel-turn.ts'
export { type FinishedTurn, finishTurn } from './turn/finish-turn.ts'
export { oldestTurnBegan } from './turn/oldest-turn.ts'
export { recordStep } from './turn/record-step.ts'
export { type RecoveredTurn, recoverTurns } from './turn/recover-turns.ts'
export { renewTurnLeases } from './turn/renew-turn-leases.ts'
export { addUsage, listPersonUsage, type ModelUsage, type PersonUsage, readUsage } from './usage.ts'
export {
  findUser,
  getRole,
  getUser,
  hasAdministrator,
  type ListedUser,
  listDisabledUsers,
  listOwners,
  listUsers,
  setConfiguredRole,
  type User,
  type UserChange,
  type UserPlace,
  updateUser,
} from './user.ts'
export {
  consumeWalletChallenge,
  issueWalletChallenge,
  listOpenWalletChallenges,
  type WalletChallenge,
} from './wallet-challenge.ts'
export type { WebhookEvent } from './webhook/add-deliveries.ts'
export {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
  recordAttempt,
} from './webhook/claim-deliveries.ts'
export {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookSecrets,
  listWebhooks,
  replaceWebhookSecret,
  type StoredWebhook,
  updateWebhook,
} from './webhook/webhook.ts'
export {
  type DeliveryStatus,
  type ListedDelivery,
  listDeliveries,
  recordTestDelivery,
  replayDelivery,
} from './webhook/webhook-delivery.ts'
