'use client'

import { Card, Modal, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { ServerDetails } from '#web/console/components/tool-server/server-details.tsx'
import { ServerSearch } from '#web/console/components/tool-server/server-search.tsx'
import { useBuiltinTools } from '#web/console/queries/mcp.ts'
import { AddToAgent } from './components/add-to-agent.tsx'
import { SignInOutcome } from './components/sign-in-outcome.tsx'
import { TOOL_TEXTS as texts } from './texts.ts'

/**
 * The built-in tools and the registry of tool servers. The address may name a server and the outcome of a
 * sign-in.
 */
export function ToolsPage() {
  const router = useRouter()
  const parameters = useSearchParams()
  const [opened, setOpened] = useState(parameters.get('server'))

  function close() {
    setOpened(null)
    if (parameters.size > 0) router.replace('/tools')
  }

  return (
    <PageFrame isWide title={texts.title} lead={texts.lead}>
      <BuiltinTools />
      <section>
        <Title order={2} size="h4" mb="sm">
          {texts.servers}
        </Title>
        <ServerSearch onOpen={setOpened} />
      </section>
      <Modal opened={opened !== null} onClose={close} title={texts.serverTitle} size="lg">
        <SignInOutcome outcome={parameters.get('sign_in')} />
        {opened !== null && (
          <ServerDetails qualifiedName={opened}>
            {(bindings) => <AddToAgent bindings={bindings} onDone={close} />}
          </ServerDetails>
        )}
      </Modal>
    </PageFrame>
  )
}

function BuiltinTools() {
  const builtin = useBuiltinTools()
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {texts.builtin}
      </Title>
      {builtin.isError && <ErrorNotice error={builtin.error} onRetry={() => void builtin.refetch()} />}
      <SimpleGrid minColWidth="16rem">
        {builtin.isPending && ['a', 'b', 'c'].map((key) => <Skeleton key={key} height={110} radius="md" />)}
        {builtin.data?.tools.map((tool) => (
          <Card key={tool.tool_name} withBorder padding="md">
            <Text fw={600} ff="monospace" size="sm">
              {tool.tool_name}
            </Text>
            <Text size="sm" c="dimmed" mt={4}>
              {tool.description}
            </Text>
          </Card>
        ))}
      </SimpleGrid>
    </section>
  )
}
