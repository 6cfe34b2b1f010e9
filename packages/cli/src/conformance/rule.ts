import type { World } from './world.ts'

/** A rule of a specification, with the check that finds a server that breaks it. */
export type Rule = {
  /** Its anchor below docs/spec, such as `agent-service.md#envelope-success`. */
  readonly anchor: string
  /** What holds, as a whole sentence. */
  readonly title: string
  /** What the check needs besides an API key. A rule is skipped without it. */
  readonly needs?: 'model' | 'other_user'
  /** Throws Violation when the rule does not hold. */
  readonly check: (world: World) => Promise<void>
}
