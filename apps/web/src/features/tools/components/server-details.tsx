'use client'

import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ToolBinding, ToolServerDetails } from '@parley/contract'
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { useListServerTools, useServer } from '../hooks.ts'
import { TOOL_TEXTS as texts } from '../texts.ts'
import { AskForTools } from './ask-for-tools.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { readProperties, toBindingProperties } from './schema-property.ts'
import { ServerTools } from './server-tools.tsx'
import { SignInState } from './sign-in-state.tsx'

type Props = {
  readonly qualifiedName: string
  /** Draws what is done with the chosen tools; given null while something required is missing. */
  readonly children: (bindings: readonly ToolBinding[] | null) => ReactNode
}

/** A tool server: what it is, the settings it needs, and its tools to choose from. */
export function ServerDetails({ qualifiedName, children }: Props) {
  const server = useServer(qualifiedName)
  if (server.isPending) return <ListSkeleton rows={4} height={64} />
  if (server.isError) return <ErrorNotice error={server.error} onRetry={() => void server.refetch()} />
  return <ServerForm server={server.data.server}>{children}</ServerForm>
}

type Values = Readonly<Record<string, string>>

function ServerForm({ server, children }: { server: ToolServerDetails } & Pick<Props, 'children'>) {
  const [config, setConfig] = useState<Values>({})
  const [fixed, setFixed] = useState<Readonly<Record<string, Values>>>({})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const settings = readProperties(server.connections[0]?.configSchema ?? {})
  const isComplete = settings.every(
    ({ key, isRequired, defaultValue }) => !isRequired || (config[key] || defaultValue) !== '',
  )
  // A registry may know nothing of the tools; their server does.
  const asked = useListServerTools()
  const tools = server.tools.length > 0 ? server.tools : (asked.data?.tools ?? [])
  const bindings = tools
    .filter(({ name }) => chosen.has(name))
    .map(({ name, inputSchema }) => ({
      tool_name: name,
      tool_server_id: server.qualifiedName,
      properties: [
        ...toBindingProperties(settings, config),
        ...toBindingProperties(readProperties(inputSchema), fixed[name] ?? {}),
      ],
    }))

  function toggle(tool: string) {
    setChosen((names) => {
      const next = new Set(names)
      if (!next.delete(tool)) next.add(tool)
      return next
    })
  }

  return (
    <Stack>
      <About server={server} />
      {server.connections.length > 0 && (
        <SignInState toolServerId={server.qualifiedName} properties={toBindingProperties(settings, config)} />
      )}
      {server.connections.length === 0 && <Alert color="yellow">{texts.unreachable}</Alert>}
      {settings.length > 0 && (
        <section>
          <Title order={3} size="h6">
            {texts.connection}
          </Title>
          <Text size="xs" c="dimmed" mb="xs">
            {texts.connectionHint}
          </Text>
          <SchemaFields
            properties={settings}
            values={config}
            onChange={(key, value) => setConfig((values) => ({ ...values, [key]: value }))}
          />
        </section>
      )}
      <ServerTools
        tools={tools}
        isUsable={server.connections.length > 0}
        chosen={chosen}
        onToggle={toggle}
        fixed={fixed}
        onFix={(tool, values) => setFixed((all) => ({ ...all, [tool]: values }))}
      >
        {tools.length === 0 && (
          <AskForTools
            asked={asked}
            onAsk={() =>
              asked.mutate({
                tool_server_id: server.qualifiedName,
                properties: toBindingProperties(settings, config),
              })
            }
            isReady={isComplete && server.connections.length > 0}
          />
        )}
      </ServerTools>
      {chosen.size > 0 && !isComplete && <Text size="sm">{texts.missing}</Text>}
      {children(isComplete ? bindings : null)}
    </Stack>
  )
}

function About({ server }: { server: ToolServerDetails }) {
  const { scanPassed } = server.security
  const Icon = scanPassed ? IconShieldCheck : IconShieldQuestion
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" ff="monospace" c="dimmed">
          {server.qualifiedName}
        </Text>
        <Badge variant="light">{server.remote ? texts.remote : texts.local}</Badge>
      </Group>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} aria-hidden />
        <Text size="sm">{scanPassed ? texts.scanPassed : texts.scanFailed}</Text>
      </Group>
    </Stack>
  )
}
