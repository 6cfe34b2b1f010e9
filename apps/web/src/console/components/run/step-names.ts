import {
  IconChartBar,
  IconDatabaseSearch,
  IconMessageCheck,
  IconMessageQuestion,
  IconTool,
  IconZoomCode,
} from '@tabler/icons-react'
import { STEP_TEXTS } from './texts.ts'

const ICONS = {
  find_metadata: IconDatabaseSearch,
  execute_sql: IconZoomCode,
  create_graph: IconChartBar,
  ask_user: IconMessageQuestion,
  final_response: IconMessageCheck,
} as const

/** The name of a step, finished or running, and its icon; external tools keep their own name. */
export function nameStep(tool: string) {
  if (isKnown(tool)) return { ...STEP_TEXTS.tools[tool], icon: ICONS[tool] }
  return { title: STEP_TEXTS.external(tool), running: STEP_TEXTS.externalRunning(tool), icon: IconTool }
}

function isKnown(tool: string): tool is keyof typeof ICONS {
  return tool in ICONS
}
