import type { OwnerId } from '@parley/db'
import type { JsonObject } from '@parley/domain'
import type { Deps } from '../deps.ts'
import type { SecretPlace } from '../secrets/cipher.ts'
import { Secret } from '../secrets/secret.ts'
import type { StepPlace } from './approval-waits.ts'
import type { ApprovalDecision } from './ask-owner.ts'

/** What an owner is asked about a tool call. */
type Question = {
  /** What the model wants to send, without the fixed arguments. */
  readonly arguments: JsonObject
  /** What the agent's owner fixed, as it may be shown. */
  readonly fixedArguments: JsonObject
  /** The schema that `arguments` have to fit. */
  readonly parameters: JsonObject
  readonly agentId: string
}

/** Encrypts what an owner is asked about: the row may belong to a run of which nothing is kept. */
export function sealQuestion(
  deps: Deps,
  owner: OwnerId,
  { step, question }: { readonly step: StepPlace; readonly question: Question },
): Buffer {
  return deps.cipher.encrypt(new Secret(JSON.stringify(question)), place(owner, step))
}

/** The question `sealQuestion` encrypted. */
export function openQuestion(deps: Deps, owner: OwnerId, { step, cipher }: Sealed): Question {
  return JSON.parse(deps.cipher.decrypt(cipher, place(owner, step)).reveal())
}

/** Encrypts an owner's decision, for the process that waits for it. */
export function sealDecision(
  deps: Deps,
  owner: OwnerId,
  { step, decision }: { readonly step: StepPlace; readonly decision: ApprovalDecision },
): Buffer {
  return deps.cipher.encrypt(new Secret(JSON.stringify(decision)), place(owner, step))
}

/** The decision `sealDecision` encrypted. */
export function openDecision(deps: Deps, owner: OwnerId, { step, cipher }: Sealed): ApprovalDecision {
  return JSON.parse(deps.cipher.decrypt(cipher, place(owner, step)).reveal())
}

type Sealed = { readonly step: StepPlace; readonly cipher: Uint8Array }

function place(owner: OwnerId, { runId, stepId }: StepPlace): SecretPlace {
  return { table: 'approval', row: `${runId} ${stepId}`, owner }
}
