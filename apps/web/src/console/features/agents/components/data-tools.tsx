'use client'

import { Checkbox, Stack } from '@mantine/core'
import type { ToolBinding } from '@parley/contract'
import { useEarlyInput } from '#web/console/components/early/use-early-input.ts'
import {
  ASKING_TOOL,
  BUILTIN_SERVER,
  BUILTIN_TOOL_NAMES,
} from '#web/console/components/tool-server/builtin-tools.ts'
import { useBuiltinTools } from '#web/console/queries/mcp.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'

type Props = { readonly tools: readonly ToolBinding[]; readonly onChange: (tools: ToolBinding[]) => void }

/** The built-in tools, each with a switch. */
export function DataTools({ tools, onChange }: Props) {
  const builtin = useBuiltinTools()
  const chosen = tools
    .filter(({ tool_server_id }) => tool_server_id === BUILTIN_SERVER)
    .map(({ tool_name }) => tool_name)
  const others = tools.filter(({ tool_server_id }) => tool_server_id !== BUILTIN_SERVER)

  function choose(names: string[]) {
    const bindings = [...BUILTIN_TOOL_NAMES, ASKING_TOOL]
      .filter((name) => names.includes(name))
      .map((tool_name) => ({
        tool_name,
        tool_server_id: BUILTIN_SERVER,
        properties: [],
      }))
    onChange([...bindings, ...others])
  }

  const group = useEarlyInput<HTMLDivElement>((element) => {
    const boxes = [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
    if (boxes.some(({ checked, defaultChecked }) => checked !== defaultChecked)) {
      choose(boxes.flatMap(({ checked, value }) => (checked ? [value] : [])))
    }
  })

  return (
    <Checkbox.Group ref={group} label={texts.builtin} value={chosen} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {BUILTIN_TOOL_NAMES.map((name) => (
          <Checkbox
            key={name}
            value={name}
            label={name}
            description={builtin.data?.tools.find(({ tool_name }) => tool_name === name)?.description}
          />
        ))}
        <Checkbox value={ASKING_TOOL} label={ASKING_TOOL} description={texts.askingHint} />
      </Stack>
    </Checkbox.Group>
  )
}
