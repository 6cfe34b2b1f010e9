export { type Bound, describeBound } from './call-round.ts'
export { cleanJson, cleanText } from './clean-json.ts'
export { countTokens } from './count-tokens.ts'
export { DEFAULT_LIMITS, resolveLimits } from './limits.ts'
export { runAgent } from './run-agent.ts'
export { type FinishedAnswer, suggestFollowUps } from './suggest.ts'
export { buildSystemPrompt, type SystemPromptParts } from './system-prompt.ts'
export { createThinkSplitter, joinThink, splitThink, type ThinkParts, type ThinkSplitter } from './think.ts'
export { buildTranscript, type HistoryRow, type TranscriptParts } from './transcript.ts'
export { type RowBounds, type TrimmedRows, trimRows } from './trim-rows.ts'
export {
  type AgentEvent,
  type AgentLimits,
  type AgentRun,
  type AssistantMessage,
  FINISH_REASONS,
  type FinishReason,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type Message,
  type Model,
  type ModelEvent,
  type ModelReply,
  type ModelRequest,
  type Outcome,
  type OutcomeBase,
  STEP_STATUSES,
  type Step,
  type StepStatus,
  type Tool,
  type ToolCall,
  type ToolContext,
  type ToolDefinition,
  type ToolMessage,
  type ToolResult,
  type Usage,
} from './types.ts'
