export { Agent, RunLimits } from './agent.ts'
export { ApiKey } from './api-key.ts'
export { BackgroundRun, backgroundReply } from './background-run.ts'
export { ChatEvent, EVENT_ID } from './chat-event.ts'
export { DataConnection } from './data-connection.ts'
export { DataSource } from './data-source.ts'
export { FILE_FORMATS, SOURCE_KINDS } from './data-source-kinds.ts'
export type { DefinitionRecord } from './definition.ts'

export type { Audience, Endpoint, EventOf, InputOf, Method, OutputOf } from './endpoint.ts'
export { envelopeSchema, Failure, type Reply, toEnvelope } from './envelope.ts'
export type { ErasureSummary } from './erasure.ts'
export type { AuditEvent } from './event.ts'
export type { Evidence, NumberSpan } from './evidence.ts'
export type { InvitationSummary } from './invitation.ts'
export { EXPORT_FORMATS, type ExportFormat, LIMITS } from './limits.ts'
export { LlmConfig, LlmConfigId, LlmConfigTemplate, Provider } from './llm-config.ts'
export {
  BUILTIN_TOOLS,
  type BuiltinTool,
  type ListedTool,
  OPTIONAL_TOOLS,
  type SignInState,
  ToolServerDetails,
  ToolServerSummary,
} from './mcp.ts'
export { AssistantReply, MESSAGE_TYPES, Message } from './message.ts'
export { buildOpenApi } from './openapi/build-openapi.ts'
export { type InterfaceChange, listChanges } from './openapi/changes.ts'
export { exampleInput } from './openapi/example-input.ts'
export { pythonArgument, pythonName } from './openapi/samples/write-python.ts'
export { ENDPOINTS, OPERATIONS } from './operations.ts'
export { hasPages } from './page.ts'
export type { Rating } from './rating.ts'
export type { Approval, RunSummary } from './run.ts'
export { ApiKeyScope, DOORS, type NeededScopes, SCOPES } from './scope.ts'
export { BASE_PATH, BUILTIN_SERVER_ID, TEMPLATE_USER_ID } from './service.ts'
export { FINAL_STEP, Step } from './step.ts'
export type { Suggestion } from './suggestion.ts'
export { text } from './text.ts'
export { ApprovalPolicy, Datatype, Property, ToolBinding } from './tool-binding.ts'
export type { ToolProblem, ToolSnapshot } from './tool-problem.ts'
export type { UserSummary } from './user.ts'
export {
  type DeliverySummary,
  WEBHOOK_EVENTS,
  type WebhookEndpoint,
} from './webhook.ts'
export { WebhookPayload } from './webhook-payload.ts'
