import { CHIP_ZH_HANS } from '#web/console/components/attachments/chip-texts.zh-hans.ts'
import { IMAGE_ZH_HANS } from '#web/console/components/attachments/image-texts.zh-hans.ts'
import { ATTACHMENT_ZH_HANS } from '#web/console/components/attachments/texts.zh-hans.ts'
import { PRIVATE_KEY_ZH_HANS } from '#web/console/components/browser-wallet/texts.zh-hans.ts'
import { APPROVAL_ZH_HANS } from '#web/console/components/conversation/approval-texts.zh-hans.ts'
import { CONVERSATION_ZH_HANS } from '#web/console/components/conversation/texts.zh-hans.ts'
import { EVIDENCE_ZH_HANS } from '#web/console/components/evidence/texts.zh-hans.ts'
import { EXTENSION_WALLET_ZH_HANS } from '#web/console/components/extension-wallets/texts.zh-hans.ts'
import { DIAGRAM_ZH_HANS } from '#web/console/components/markdown/diagram-texts.zh-hans.ts'
import { RESULT_ZH_HANS } from '#web/console/components/result/texts.zh-hans.ts'
import { STEP_ZH_HANS } from '#web/console/components/run/texts.zh-hans.ts'
import { SQL_ZH_HANS } from '#web/console/components/sql/texts.zh-hans.ts'
import { COMPONENT_ZH_HANS } from '#web/console/components/texts.zh-hans.ts'
import { TOOL_SERVER_ZH_HANS } from '#web/console/components/tool-server/texts.zh-hans.ts'
import { REFUSAL_ZH_HANS } from '#web/console/components/upload/refusal-texts.zh-hans.ts'
import { UPLOAD_ZH_HANS } from '#web/console/components/upload/texts.zh-hans.ts'
import { ACCOUNT_ZH_HANS } from '#web/console/features/account/texts.zh-hans.ts'
import { AGENT_ZH_HANS } from '#web/console/features/agents/texts.zh-hans.ts'
import { API_KEY_ZH_HANS } from '#web/console/features/api-keys/texts.zh-hans.ts'
import { API_REFERENCE_ZH_HANS } from '#web/console/features/api-reference/texts.zh-hans.ts'
import { CHOICE_ZH_HANS } from '#web/console/features/chats/components/choice-texts.zh-hans.ts'
import { CHAT_ZH_HANS } from '#web/console/features/chats/texts.zh-hans.ts'
import { DEFINITION_ZH_HANS } from '#web/console/features/definitions/texts.zh-hans.ts'
import { ERASURE_ZH_HANS } from '#web/console/features/erasure/texts.zh-hans.ts'
import { EVENT_ZH_HANS } from '#web/console/features/events/texts.zh-hans.ts'
import { HEALTH_ZH_HANS } from '#web/console/features/health/texts.zh-hans.ts'
import { LEDGER_ZH_HANS } from '#web/console/features/ledger/texts.zh-hans.ts'
import { MODEL_ZH_HANS } from '#web/console/features/models/texts.zh-hans.ts'
import {
  INVITATION_ZH_HANS,
  LIMITS_ZH_HANS,
  PEOPLE_ZH_HANS,
} from '#web/console/features/people/texts.zh-hans.ts'
import { PERSONA_ZH_HANS } from '#web/console/features/personas/texts.zh-hans.ts'
import { RUN_ZH_HANS } from '#web/console/features/runs/texts.zh-hans.ts'
import { SAMPLE_ZH_HANS } from '#web/console/features/samples/texts.zh-hans.ts'
import { SIGN_IN_ZH_HANS } from '#web/console/features/sign-in/texts.zh-hans.ts'
import { SOURCE_ZH_HANS } from '#web/console/features/sources/texts.zh-hans.ts'
import { TOOL_ZH_HANS } from '#web/console/features/tools/texts.zh-hans.ts'
import { USAGE_ZH_HANS } from '#web/console/features/usage/texts.zh-hans.ts'
import { WEBHOOK_ZH_HANS } from '#web/console/features/webhooks/texts.zh-hans.ts'
import { TEMPLATE_ZH_HANS } from '#web/console/templates/texts.zh-hans.ts'
import { FRAME_ZH_HANS } from '../texts.zh-hans.ts'
import { translatorOf } from './sentences/translator-of.ts'
import { SENTENCES } from './sentences/zh-hans.ts'
import type { ConsoleTexts } from './translation.ts'

/** The console in Simplified Chinese. */
export const ZH_HANS: ConsoleTexts = {
  account: ACCOUNT_ZH_HANS,
  agent: AGENT_ZH_HANS,
  apiKey: API_KEY_ZH_HANS,
  apiReference: API_REFERENCE_ZH_HANS,
  approval: APPROVAL_ZH_HANS,
  attachment: ATTACHMENT_ZH_HANS,
  chat: CHAT_ZH_HANS,
  chip: CHIP_ZH_HANS,
  choice: CHOICE_ZH_HANS,
  component: COMPONENT_ZH_HANS,
  conversation: CONVERSATION_ZH_HANS,
  definition: DEFINITION_ZH_HANS,
  diagram: DIAGRAM_ZH_HANS,
  erasure: ERASURE_ZH_HANS,
  event: EVENT_ZH_HANS,
  evidence: EVIDENCE_ZH_HANS,
  extensionWallet: EXTENSION_WALLET_ZH_HANS,
  frame: FRAME_ZH_HANS,
  health: HEALTH_ZH_HANS,
  image: IMAGE_ZH_HANS,
  invitation: INVITATION_ZH_HANS,
  ledger: LEDGER_ZH_HANS,
  limits: LIMITS_ZH_HANS,
  model: MODEL_ZH_HANS,
  people: PEOPLE_ZH_HANS,
  persona: PERSONA_ZH_HANS,
  privateKey: PRIVATE_KEY_ZH_HANS,
  refusal: REFUSAL_ZH_HANS,
  result: RESULT_ZH_HANS,
  run: RUN_ZH_HANS,
  sample: SAMPLE_ZH_HANS,
  serviceSentence: translatorOf(SENTENCES),
  signIn: SIGN_IN_ZH_HANS,
  source: SOURCE_ZH_HANS,
  sql: SQL_ZH_HANS,
  step: STEP_ZH_HANS,
  template: TEMPLATE_ZH_HANS,
  tool: TOOL_ZH_HANS,
  toolServer: TOOL_SERVER_ZH_HANS,
  upload: UPLOAD_ZH_HANS,
  usage: USAGE_ZH_HANS,
  webhook: WEBHOOK_ZH_HANS,
}
