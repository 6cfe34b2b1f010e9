import { Container, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock, IconRoute, IconTools } from '@tabler/icons-react'
import { Brand } from '#web/console/components/brand.tsx'
import { LanguageChoice } from '#web/console/components/language/language-choice.tsx'
import { FrontPicture } from './components/front-picture.tsx'
import classes from './detail.module.css'
import { SignInForm, type SignInOffer } from './form.tsx'
import { SIGN_IN_TEXTS } from './texts.ts'

const POINT_ICONS = [IconRoute, IconTools, IconLock]

/** The front page: the product in a few sentences beside the sign-in card. */
export function SignInPage(offer: SignInOffer) {
  return (
    <Container component="main" size="lg" py={{ base: 'xl', md: 24 }} className={classes.page}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Brand size="lg" />
          <LanguageChoice />
        </Group>
        <div className={classes.columns}>
          <Stack gap="md" className={classes.about}>
            <Title order={1} fz={{ base: 34, md: 48 }} lh={1.1} textWrap="balance">
              {SIGN_IN_TEXTS.headline}
            </Title>
            <Text size="lg" c="dimmed" maw={560}>
              {SIGN_IN_TEXTS.lead}
            </Text>
          </Stack>
          <div className={classes.form}>
            <SignInForm {...offer} />
          </div>
          <div className={classes.picture}>
            <FrontPicture />
          </div>
        </div>
        <div className={classes.points}>
          {SIGN_IN_TEXTS.points.map((point, index) => (
            <Point key={point.title} icon={POINT_ICONS[index] ?? IconRoute} {...point} />
          ))}
        </div>
      </Stack>
    </Container>
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
