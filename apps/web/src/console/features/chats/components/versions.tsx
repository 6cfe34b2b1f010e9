'use client'

import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconColumns2 } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import { useChatActions } from './chat-actions.ts'
import { type Branch, versionsOf } from './versions-of.ts'

const CompareVersions = lazyPart(() =>
  import('./compare-versions.tsx').then((module) => module.CompareVersions),
)

type Props = { readonly place: number; readonly branches: readonly Branch[]; readonly text: string }

/** ‹1/2›: leads from one version of a question to the next, and shows them side by side. */
export function Versions({ place, branches, text }: Props) {
  const { sessionId } = useChatActions()
  const router = useRouter()
  const [isComparing, comparing] = useDisclosure(false)
  const { versions, shown } = versionsOf(branches, { sessionId, place })
  if (versions.length < 2) return null
  const open = (index: number) => {
    const version = versions[index]
    if (version) router.push(`/chats/${version.session_id}`)
  }
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label={CHAT_TEXTS.versions}>
      <IconAction
        label={CHAT_TEXTS.earlierVersion}
        icon={IconChevronLeft}
        disabled={shown <= 0}
        onClick={() => open(shown - 1)}
      />
      <Text size="xs" c="dimmed" aria-label={CHAT_TEXTS.versionOf(shown + 1, versions.length)}>
        {shown + 1}/{versions.length}
      </Text>
      <IconAction
        label={CHAT_TEXTS.laterVersion}
        icon={IconChevronRight}
        disabled={shown >= versions.length - 1}
        onClick={() => open(shown + 1)}
      />
      <IconAction label={CHAT_TEXTS.compare} icon={IconColumns2} onClick={comparing.open} />
      {isComparing && (
        <CompareVersions versions={versions} place={place} title={text} onClose={comparing.close} />
      )}
    </Group>
  )
}
