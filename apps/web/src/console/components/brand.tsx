import { Group, Text } from '@mantine/core'
import { COMPONENT_TEXTS } from './texts.ts'

const SIZES = { md: { mark: 26, text: 'lg' }, lg: { mark: 36, text: 'xl' } } as const

/** The mark and the name. */
export function Brand({ size = 'md' }: { size?: keyof typeof SIZES }) {
  const { mark, text } = SIZES[size]
  return (
    <Group gap="xs" wrap="nowrap">
      <BrandMark size={mark} />
      <Text fw={650} size={text} lts={-0.3}>
        {COMPONENT_TEXTS.product}
      </Text>
    </Group>
  )
}

/** Two speech bubbles, one behind the other. */
function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0f6352" />
      <path
        fill="#fff"
        d="M10.5 6.5h8A3 3 0 0 1 21.5 9.5v4.5a3 3 0 0 1-3 3h-4.7l-3.9 3.3a.6.6 0 0 1-1-.46v-2.89A3 3 0 0 1 7.5 14V9.5a3 3 0 0 1 3-3z"
      />
      <path
        fill="#a6e4d0"
        d="M23.2 12.3a3 3 0 0 1 2.3 2.9v4.3a3 3 0 0 1-1.6 2.65v2.65a.6.6 0 0 1-1 .46l-3-2.76h-4a3 3 0 0 1-2.34-1.12l1.24-1.08h3.7a4.7 4.7 0 0 0 4.7-4.7z"
      />
    </svg>
  )
}
