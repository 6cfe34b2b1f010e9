'use client'

import { Alert, Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ToolBinding, ToolServerDetails } from '@parley/contract'
import { IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useServer } from '#web/console/queries/mcp.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { AskForTools } from './ask-for-tools.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { ServerTools } from './server-tools.tsx'
import { SignInState } from './sign-in-state.tsx'
import { TOOL_SERVER_TEXTS as texts } from './texts.ts'
import { useChosenTools } from './use-chosen-tools.ts'

type Props = {
  readonly qualifiedName: string
  /** Renders the actions for the chosen tools; receives null while a required value is missing. */
  readonly children: (bindings: readonly ToolBinding[] | null) => ReactNode
}

/** A tool server: its description, its required settings, and its tools. */
export function ServerDetails({ qualifiedName, children }: Props) {
  const server = useServer(qualifiedName)
  const failure = failureInPlaceOf(server)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void server.refetch()} />
  if (!server.data) return <ListSkeleton rows={4} height={64} />
  return <ServerForm server={server.data.server}>{children}</ServerForm>
}

function ServerForm({ server, children }: { server: ToolServerDetails } & Pick<Props, 'children'>) {
  const chosen = useChosenTools(server)
  const { settings, isComplete, tools } = chosen
  const isUsable = server.connections.length > 0
  return (
    <Stack>
      <About server={server} />
      {isUsable && <SignInState toolServerId={server.qualifiedName} properties={chosen.configuration} />}
      {!isUsable && <Alert color="yellow">{texts.unreachable}</Alert>}
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
            values={chosen.config}
            onChange={(key, value) => chosen.setConfig((values) => ({ ...values, [key]: value }))}
          />
        </section>
      )}
      <ServerTools tools={tools} isUsable={isUsable} onChange={chosen.change}>
        {tools.length === 0 && (
          <AskForTools asked={chosen.asked} onAsk={chosen.askServer} isReady={isComplete && isUsable} />
        )}
      </ServerTools>
      {chosen.bindings.length > 0 && !isComplete && <Text size="sm">{texts.missing}</Text>}
      {children(isComplete ? chosen.bindings : null)}
    </Stack>
  )
}

function About({ server }: { server: ToolServerDetails }) {
  const { scanPassed } = server.security
  const Icon = scanPassed ? IconShieldCheck : IconShieldQuestion
  return (
    <Stack gap={4}>
      <Title order={3} size="h4">
        {server.displayName}
      </Title>
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
