'use client'

import { Anchor, Box, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Step } from '@parley/contract'
import { IconPencilCode } from '@tabler/icons-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ResultCard } from '#web/console/components/result/result-card.tsx'
import { readRows } from '#web/console/components/result/result-view.ts'
import { SqlBench } from '#web/console/components/sql/sql-bench.tsx'
import { statementView } from '#web/console/components/sql/statement-view.ts'
import { RUN_TEXTS } from '../texts.ts'

const texts = RUN_TEXTS.rerun

/** The statement of a query step in an editor; its new result beside the run's result. */
export function RerunSql({ runId, step }: { runId: string; step: Step }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const sql = step.input?.generated_sql
  if (step.agent_name !== 'execute_sql' || typeof sql !== 'string') return null
  const before = readRows(step)
  return (
    <Stack mt="md" gap="sm">
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencilCode size={14} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {isOpen ? texts.close : texts.again}
        </Button>
      </Group>
      {isOpen && (
        <SqlBench initialSql={sql} runId={runId}>
          {(result, ran) => (
            <>
              {result.is_correction && <Kept />}
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                <Side title={texts.before}>
                  {before && (
                    <ResultCard
                      result={{ ...before, title: texts.before }}
                      initialTab="table"
                      isSqlOffered={false}
                    />
                  )}
                </Side>
                <Side title={texts.now}>
                  <ResultCard result={statementView(result, ran, texts.now)} initialTab="table" />
                </Side>
              </SimpleGrid>
            </>
          )}
        </SqlBench>
      )}
    </Stack>
  )
}

/** Says what becomes of a corrected statement. */
function Kept() {
  return (
    <Text size="sm" mb="sm">
      {texts.kept}{' '}
      <Anchor component={Link} href="/definitions">
        {texts.toDefinitions}
      </Anchor>
    </Text>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} miw={0}>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
    </Box>
  )
}
