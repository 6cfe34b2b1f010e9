import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  readonly icon: Icon
  readonly title: string
  readonly text: string
  /** Set when it is the whole page and its title is the page's title. */
  readonly order?: 1 | 2
  readonly children?: ReactNode
}

/** The content of an empty list: the reason, and the next action. */
export function EmptyState({ icon: Icon, title, text, order = 2, children }: Props) {
  return (
    <Center py={64}>
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon variant="light" size={56} radius="xl">
          <Icon size={28} aria-hidden />
        </ThemeIcon>
        <Title order={order} size="h4">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {children}
      </Stack>
    </Center>
  )
}
