'use client'

import { Select } from '@mantine/core'
import type { ToolBinding } from '@parley/contract'
import { TOOL_SERVER_TEXTS as texts } from './texts.ts'

const POLICIES = ['auto', 'ask', 'never'] as const

type Approval = NonNullable<ToolBinding['approval']>

type Props = {
  readonly tool: string
  readonly value: Approval
  readonly onChange: (value: Approval) => void
}

/** Whether calls of a tool are allowed, need approval first, or are blocked. */
export function ApprovalSelect({ tool, value, onChange }: Props) {
  return (
    <Select
      aria-label={texts.approvalOf(tool)}
      size="xs"
      w={150}
      allowDeselect={false}
      data={POLICIES.map((policy) => ({ value: policy, label: texts.approvals[policy] }))}
      value={value}
      onChange={(chosen) => POLICIES.filter((policy) => policy === chosen).forEach(onChange)}
    />
  )
}
