'use client'

import type { ToolBinding, ToolServerDetails } from '@parley/contract'
import { useState } from 'react'
import { useListServerTools } from '#web/console/queries/mcp.ts'
import { readProperties, toBindingProperties } from './schema-property.ts'
import { suggestApproval } from './suggest-approval.ts'

type Values = Readonly<Record<string, string>>

/** A tool's filled-in values, kept while it is not chosen; without an approval its hints decide. */
export type ToolChoice = {
  readonly isChosen: boolean
  readonly fixed: Values
  readonly approval?: NonNullable<ToolBinding['approval']>
}

const UNTOUCHED: ToolChoice = { isChosen: false, fixed: {} }

/**
 * The settings of a server and its chosen tools, as bindings of an agent. Asks the server for its tools when
 * the registry lists none, and for its tools' hints once a tool is chosen.
 */
export function useChosenTools(server: ToolServerDetails) {
  const [config, setConfig] = useState<Values>({})
  const [choices, setChoices] = useState<Readonly<Record<string, ToolChoice>>>({})
  const asked = useListServerTools()
  const settings = readProperties(server.connections[0]?.configSchema ?? {})
  const configuration = toBindingProperties(settings, config)
  const isComplete = settings.every(
    ({ key, isRequired, defaultValue }) => !isRequired || (config[key] || defaultValue) !== '',
  )
  const listed = server.tools.length > 0 ? server.tools : (asked.data?.tools ?? [])
  const tools = listed.map((tool) => {
    const choice = choices[tool.name] ?? UNTOUCHED
    const hints = asked.data?.tools.find(({ name }) => name === tool.name)?.hints
    return { ...tool, ...choice, approval: choice.approval ?? suggestApproval(hints) }
  })

  function askServer() {
    asked.mutate({ tool_server_id: server.qualifiedName, properties: configuration })
  }

  function change(name: string, changed: Partial<ToolChoice>) {
    setChoices((all) => ({ ...all, [name]: { ...(all[name] ?? UNTOUCHED), ...changed } }))
    if (changed.isChosen && isComplete && asked.isIdle) askServer()
  }

  const bindings = tools
    .filter(({ isChosen }) => isChosen)
    .map(({ name, inputSchema, fixed, approval }) => ({
      tool_name: name,
      tool_server_id: server.qualifiedName,
      properties: [...configuration, ...toBindingProperties(readProperties(inputSchema), fixed)],
      approval,
    }))

  return { settings, config, setConfig, configuration, isComplete, tools, change, asked, askServer, bindings }
}

export type ChosenTools = ReturnType<typeof useChosenTools>
