import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { COMPONENT_TEXTS } from './texts.ts'

/** The outline of a list while it loads. */
export function ListSkeleton({ rows = 5, height = 56 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>{COMPONENT_TEXTS.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // Identical outlines have no other identity.
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  )
}
