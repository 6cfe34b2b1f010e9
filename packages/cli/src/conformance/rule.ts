import type { World } from './world.ts'

/** What a check may need besides an API key. A receiver of webhooks needs a server that runs on this machine. */
export type Need = 'model' | 'other_user' | 'receiver'

/** A rule of a specification, with the check that finds a server that breaks it. */
export type Rule = {
  /** Its anchor below docs/spec, such as `agent-service.md#envelope-success`. */
  readonly anchor: string
  /** What holds, as a whole sentence. */
  readonly title: string
  /** The rule is skipped when one of these is missing. */
  readonly needs?: readonly Need[]
  /** Throws Violation when the rule does not hold. */
  readonly check: (world: World) => Promise<void>
}
