import type { CHIP_TEXTS } from '#web/console/components/attachments/chip-texts.ts'
import type { IMAGE_TEXTS } from '#web/console/components/attachments/image-texts.ts'
import type { ATTACHMENT_TEXTS } from '#web/console/components/attachments/texts.ts'
import type { PRIVATE_KEY_TEXTS } from '#web/console/components/browser-wallet/texts.ts'
import type { APPROVAL_TEXTS } from '#web/console/components/conversation/approval-texts.ts'
import type { CONVERSATION_TEXTS } from '#web/console/components/conversation/texts.ts'
import type { EVIDENCE_TEXTS } from '#web/console/components/evidence/texts.ts'
import type { EXTENSION_WALLET_TEXTS } from '#web/console/components/extension-wallets/texts.ts'
import type { DIAGRAM_TEXTS } from '#web/console/components/markdown/diagram-texts.ts'
import type { RESULT_TEXTS } from '#web/console/components/result/texts.ts'
import type { STEP_TEXTS } from '#web/console/components/run/texts.ts'
import type { SQL_TEXTS } from '#web/console/components/sql/texts.ts'
import type { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import type { TOOL_SERVER_TEXTS } from '#web/console/components/tool-server/texts.ts'
import type { REFUSAL_TEXTS } from '#web/console/components/upload/refusal-texts.ts'
import type { UPLOAD_TEXTS } from '#web/console/components/upload/texts.ts'
import type { ACCOUNT_TEXTS } from '#web/console/features/account/texts.ts'
import type { AGENT_TEXTS } from '#web/console/features/agents/texts.ts'
import type { API_KEY_TEXTS } from '#web/console/features/api-keys/texts.ts'
import type { API_REFERENCE_TEXTS } from '#web/console/features/api-reference/texts.ts'
import type { CHOICE_TEXTS } from '#web/console/features/chats/components/choice-texts.ts'
import type { CHAT_TEXTS } from '#web/console/features/chats/texts.ts'
import type { DEFINITION_TEXTS } from '#web/console/features/definitions/texts.ts'
import type { ERASURE_TEXTS } from '#web/console/features/erasure/texts.ts'
import type { EVENT_TEXTS } from '#web/console/features/events/texts.ts'
import type { HEALTH_TEXTS } from '#web/console/features/health/texts.ts'
import type { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'
import type { MODEL_TEXTS } from '#web/console/features/models/texts.ts'
import type { INVITATION_TEXTS, LIMITS_TEXTS, PEOPLE_TEXTS } from '#web/console/features/people/texts.ts'
import type { PERSONA_TEXTS } from '#web/console/features/personas/texts.ts'
import type { RUN_TEXTS } from '#web/console/features/runs/texts.ts'
import type { SAMPLE_TEXTS } from '#web/console/features/samples/texts.ts'
import type { SIGN_IN_TEXTS } from '#web/console/features/sign-in/texts.ts'
import type { SOURCE_TEXTS } from '#web/console/features/sources/texts.ts'
import type { TOOL_TEXTS } from '#web/console/features/tools/texts.ts'
import type { USAGE_TEXTS } from '#web/console/features/usage/texts.ts'
import type { WEBHOOK_TEXTS } from '#web/console/features/webhooks/texts.ts'
import type { TEMPLATE_TEXTS } from '#web/console/templates/texts.ts'
import type { Translator } from '#web/language/translate-sentence.ts'
import type { FRAME_TEXTS } from '../texts.ts'

/** All texts of the console in one language, by the names of their groups. A language that lacks a text fails the type check. */
export type ConsoleTexts = {
  readonly account: typeof ACCOUNT_TEXTS
  readonly agent: typeof AGENT_TEXTS
  readonly apiKey: typeof API_KEY_TEXTS
  readonly apiReference: typeof API_REFERENCE_TEXTS
  readonly approval: typeof APPROVAL_TEXTS
  readonly attachment: typeof ATTACHMENT_TEXTS
  readonly chat: typeof CHAT_TEXTS
  readonly chip: typeof CHIP_TEXTS
  readonly choice: typeof CHOICE_TEXTS
  readonly component: typeof COMPONENT_TEXTS
  readonly conversation: typeof CONVERSATION_TEXTS
  readonly definition: typeof DEFINITION_TEXTS
  readonly diagram: typeof DIAGRAM_TEXTS
  readonly erasure: typeof ERASURE_TEXTS
  readonly event: typeof EVENT_TEXTS
  readonly evidence: typeof EVIDENCE_TEXTS
  readonly extensionWallet: typeof EXTENSION_WALLET_TEXTS
  readonly frame: typeof FRAME_TEXTS
  readonly health: typeof HEALTH_TEXTS
  readonly image: typeof IMAGE_TEXTS
  readonly invitation: typeof INVITATION_TEXTS
  readonly ledger: typeof LEDGER_TEXTS
  readonly limits: typeof LIMITS_TEXTS
  readonly model: typeof MODEL_TEXTS
  readonly people: typeof PEOPLE_TEXTS
  readonly persona: typeof PERSONA_TEXTS
  readonly privateKey: typeof PRIVATE_KEY_TEXTS
  readonly refusal: typeof REFUSAL_TEXTS
  readonly result: typeof RESULT_TEXTS
  readonly run: typeof RUN_TEXTS
  readonly sample: typeof SAMPLE_TEXTS
  /** The sentences of the service that people meet. Others stay English. */
  readonly serviceSentence: Translator
  readonly signIn: typeof SIGN_IN_TEXTS
  readonly source: typeof SOURCE_TEXTS
  readonly sql: typeof SQL_TEXTS
  readonly step: typeof STEP_TEXTS
  readonly template: typeof TEMPLATE_TEXTS
  readonly tool: typeof TOOL_TEXTS
  readonly toolServer: typeof TOOL_SERVER_TEXTS
  readonly upload: typeof UPLOAD_TEXTS
  readonly usage: typeof USAGE_TEXTS
  readonly webhook: typeof WEBHOOK_TEXTS
}
