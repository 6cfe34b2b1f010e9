import type { OwnerId } from '@parley/db'
import { type ApprovalDecision, type JsonObject, Secret } from '@parley/domain'
import type { Cipher, SecretPlace } from '../secrets/cipher.ts'
import { decryptReadable, unreadableSecret } from '../secrets/unreadable-secret.ts'
import type { StepPlace } from './approval-waits.ts'

type Deps = { readonly cipher: Cipher }

/** What an owner is asked about a tool call. */
export type ApprovalQuestion = {
  /** What the model wants to send, without the fixed arguments. */
  readonly arguments: JsonObject
  /** The arguments that the agent's owner fixed, in the form that may be shown. */
  readonly fixedArguments: JsonObject
  /** The schema that `arguments` have to fit. */
  readonly parameters: JsonObject
  readonly agentId: string
  /** When the step counts as denied: ISO 8601, UTC, with Z. Absent where an older version asked. */
  readonly endsAt?: string
}

/** Encrypts what an owner is asked about: the row may belong to a run of which nothing is kept. */
export function sealQuestion(
  deps: Deps,
  owner: OwnerId,
  { step, question }: { readonly step: StepPlace; readonly question: ApprovalQuestion },
): Buffer {
  return deps.cipher.encrypt(new Secret(JSON.stringify(question)), place(owner, step))
}

/** The question `sealQuestion` encrypted. Throws `invalid_config` when no configured master key opens it. */
export function openQuestion(deps: Deps, owner: OwnerId, { step, cipher }: Sealed): ApprovalQuestion {
  const secret = decryptReadable(deps.cipher, cipher, place(owner, step))
  if (secret) return JSON.parse(secret.reveal())
  throw unreadableSecret({
    secret: 'What this tool call will send',
    repair: 'deny the call and ask again',
  })
}

/** Encrypts an owner's decision, for the process that waits for it. */
export function sealDecision(
  deps: Deps,
  owner: OwnerId,
  { step, decision }: { readonly step: StepPlace; readonly decision: ApprovalDecision },
): Buffer {
  return deps.cipher.encrypt(new Secret(JSON.stringify(decision)), place(owner, step))
}

/** The decision `sealDecision` encrypted; a denial when no configured master key opens it. */
export function openDecision(deps: Deps, owner: OwnerId, { step, cipher }: Sealed): ApprovalDecision {
  const secret = decryptReadable(deps.cipher, cipher, place(owner, step))
  return secret ? JSON.parse(secret.reveal()) : { kind: 'deny', reason: UNREADABLE_DECISION }
}

const UNREADABLE_DECISION =
  'the decision of the owner cannot be read: another replica sealed it under a master key that is not configured here.'

type Sealed = { readonly step: StepPlace; readonly cipher: Uint8Array }

function place(owner: OwnerId, { runId, stepId }: StepPlace): SecretPlace {
  return { table: 'approval', row: `${runId} ${stepId}`, owner }
}
