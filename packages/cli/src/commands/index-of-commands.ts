import type { Command } from '../command.ts'
import { ask } from './ask.ts'
import { createCompletion } from './completion.ts'
import { conformance } from './conformance.ts'
import { exportRecord } from './export.ts'
import { keysList } from './keys-list.ts'
import { keysRevoke } from './keys-revoke.ts'
import { login } from './login.ts'
import { runsFollow } from './runs-follow.ts'
import { runsList } from './runs-list.ts'
import { runsShow } from './runs-show.ts'
import { sessionsDelete } from './sessions-delete.ts'
import { sessionsList } from './sessions-list.ts'
import { sessionsShow } from './sessions-show.ts'
import { sourcesAdd } from './sources-add.ts'
import { sourcesDelete } from './sources-delete.ts'
import { sourcesList } from './sources-list.ts'

/** All commands, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  login,
  ask,
  sessionsList,
  sessionsShow,
  sessionsDelete,
  runsList,
  runsShow,
  runsFollow,
  sourcesList,
  sourcesAdd,
  sourcesDelete,
  exportRecord,
  keysList,
  keysRevoke,
  conformance,
  createCompletion(() => COMMANDS),
]
