import {
  IconChartBar,
  IconDatabaseSearch,
  IconMessageCheck,
  IconTool,
  IconZoomCode,
} from '@tabler/icons-react'
import { RUN_TEXTS } from '../texts.ts'

/** The step that closes every trace. */
export const FINAL_STEP_NAME = 'final_response'

const ICONS = {
  find_metadata: IconDatabaseSearch,
  execute_sql: IconZoomCode,
  create_graph: IconChartBar,
  final_response: IconMessageCheck,
} as const

/** What a step is called, done or under way, and its icon; tools of others keep their own name. */
export function nameStep(tool: string) {
  if (isKnown(tool)) return { ...RUN_TEXTS.tools[tool], icon: ICONS[tool] }
  return { title: RUN_TEXTS.external(tool), running: RUN_TEXTS.externalRunning(tool), icon: IconTool }
}

function isKnown(tool: string): tool is keyof typeof ICONS {
  return tool in ICONS
}
