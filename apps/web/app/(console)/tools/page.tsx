import type { Metadata } from 'next'
import { ToolsPage } from '#web/console/features/tools/list.tsx'
import { TOOL_TEXTS } from '#web/console/features/tools/texts.ts'

export const generateMetadata = (): Metadata => ({ title: TOOL_TEXTS.title })

export default function Page() {
  return <ToolsPage />
}
