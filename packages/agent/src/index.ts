export { askUserTool } from './ask-user.ts'
export { findArgumentFault } from './find-argument-fault.ts'
export { runAgent } from './run-agent.ts'
export { type FinishedAnswer, suggestFollowUps } from './suggest.ts'
export { buildSystemPrompt, type SystemPromptParts } from './system-prompt.ts'
export { createThinkSplitter, joinThink, splitThink, type ThinkParts, type ThinkSplitter } from './think.ts'
export { buildTranscript, type HistoryRow, type TranscriptParts } from './transcript.ts'
export type {
  AgentEvent,
  AgentLimits,
  AgentRun,
  AnswerDraft,
  AssistantMessage,
  FinishReason,
  Model,
  ModelEvent,
  ModelMessage,
  ModelReply,
  ModelRequest,
  Outcome,
  OutcomeBase,
  Picture,
  Review,
  Tool,
  ToolCall,
  ToolContext,
  ToolDefinition,
  ToolMessage,
  ToolResult,
  UserMessage,
} from './types.ts'
