import { Container, Grid, GridCol, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock, IconRoute, IconTools } from '@tabler/icons-react'
import { Brand } from '#web/console/brand.tsx'
import { EarlyActionsEnd } from '#web/console/early-actions-end.tsx'
import { SignInForm } from './form.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

const POINT_ICONS = [IconRoute, IconTools, IconLock]

/** The front page: the product in a few sentences beside the sign-in card. */
export function SignInPage() {
  return (
    <Container component="main" size="lg" py={{ base: 'xl', md: 72 }}>
      <Stack gap={48}>
        <Brand size="lg" />
        <Grid gap={{ base: 'xl', md: 64 }} align="center">
          <GridCol span={{ base: 12, md: 7 }}>
            <About />
          </GridCol>
          <GridCol span={{ base: 12, md: 5 }}>
            <SignInForm />
          </GridCol>
        </Grid>
      </Stack>
      <EarlyActionsEnd />
    </Container>
  )
}

function About() {
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Title order={1} fz={{ base: 34, md: 48 }} lh={1.1}>
          {SIGN_IN_TEXTS.headline}
        </Title>
        <Text size="lg" c="dimmed" maw={560}>
          {SIGN_IN_TEXTS.lead}
        </Text>
      </Stack>
      <Stack gap="md">
        {SIGN_IN_TEXTS.points.map((point, index) => (
          <Point key={point.title} icon={POINT_ICONS[index] ?? IconRoute} {...point} />
        ))}
      </Stack>
    </Stack>
  )
}

function Point({ icon: Icon, title, text }: { icon: typeof IconLock; title: string; text: string }) {
  return (
    <Group wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" size="lg" radius="md">
        <Icon size={20} aria-hidden />
      </ThemeIcon>
      <div>
        <Text fw={600}>{title}</Text>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </div>
    </Group>
  )
}
