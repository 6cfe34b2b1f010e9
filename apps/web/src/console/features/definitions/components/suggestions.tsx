'use client'

import { Anchor, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { LIMITS } from '@parley/contract/limits'
import Link from 'next/link'
import { useState } from 'react'
import { CodeText } from '#web/console/components/code/code-text.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ChangedStatement } from '#web/console/components/sql/changed-statement.tsx'
import { COMPONENT_TEXTS } from '#web/console/components/texts.ts'
import { useSuggestions } from '#web/console/queries/suggestion.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { useAcceptSuggestion, useDismissSuggestion } from '../hooks.ts'
import { DEFINITION_TEXTS } from '../texts.ts'

const texts = DEFINITION_TEXTS.suggestions

type Suggestion = NonNullable<ReturnType<typeof useSuggestions>['data']>['suggestions'][number]

/** Corrected statements that may become verified questions; nothing where there are none. */
export function Suggestions() {
  const { data, error, refetch } = useSuggestions()
  const failure = failureInPlaceOf({ data, error })
  if (failure) return <ErrorNotice error={failure} onRetry={() => void refetch()} />
  if (!data || data.suggestions.length === 0) return null
  return (
    <Stack component="section" aria-label={texts.title}>
      <div>
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
      </div>
      {data.suggestions.map((suggestion) => (
        <SuggestionCard key={suggestion.suggestion_id} suggestion={suggestion} />
      ))}
      {data.next_cursor !== null && (
        <Text size="sm" c="dimmed">
          {texts.more(data.suggestions.length)}
        </Text>
      )}
    </Stack>
  )
}

function SuggestionCard({ suggestion }: { readonly suggestion: Suggestion }) {
  const { suggestion_id, reason, run_id, question, statement_before: before, statement } = suggestion
  const [wording, setWording] = useState(question)
  const acceptance = useAcceptSuggestion()
  const dismissal = useDismissSuggestion()
  const error = acceptance.error ?? dismissal.error
  return (
    <Card withBorder padding="lg" component="article" aria-label={question}>
      <Stack gap="sm">
        <Text size="sm">
          {texts.reasons[reason]}{' '}
          <Anchor component={Link} href={`/runs/${run_id}`} size="sm">
            {texts.openRun}
          </Anchor>
        </Text>
        <TextInput
          label={DEFINITION_TEXTS.names.question}
          maxLength={LIMITS.descriptionLength}
          value={wording}
          onChange={(event) => setWording(event.currentTarget.value)}
        />
        {before === null ? (
          <CodeText code={statement} language="sql" />
        ) : (
          <ChangedStatement before={before} after={statement} />
        )}
        {suggestion.definition_id !== null && wording === question && (
          <Text size="sm" c="dimmed">
            {texts.replaces}
          </Text>
        )}
        {error && <ErrorNotice error={error} title={COMPONENT_TEXTS.notSaved} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={dismissal.isPending}
            onClick={() => dismissal.mutate({ suggestion_id })}
          >
            {texts.dismiss}
          </Button>
          <Button
            loading={acceptance.isPending}
            disabled={wording.trim() === ''}
            onClick={() => acceptance.mutate({ suggestion_id, question: wording })}
          >
            {texts.accept}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
