'use client'

import { Button, Collapse, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { earlyClick } from '#web/console/components/early/early-click.ts'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import type { WalletSignIn } from '../hooks.ts'
import { SIGN_IN_TEXTS as texts } from '../texts.ts'

/** Wallet code is most of this page's script, so it loads when a person asks for it. */
const ExtensionWallets = lazyPart(
  () =>
    import('#web/console/components/extension-wallets/extension-wallets.tsx').then(
      (module) => module.ExtensionWallets,
    ),
  <Skeleton height={42} />,
)

const ImportWallet = lazyPart(() => import('./import-wallet.tsx').then((module) => module.ImportWallet))

type Props = {
  readonly signIn: WalletSignIn
  /** Whether this browser keeps a key already; another one would replace it. */
  readonly hasKept: boolean
  /** Whether the card offers nothing else. */
  readonly isOpenAtFirst: boolean
}

/** For people who have a wallet or a key: closed until they ask for it. */
export function OtherWays({ signIn, hasKept, isOpenAtFirst }: Props) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  return (
    <>
      <Divider />
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        {...earlyClick(toggle)}
      >
        {texts.others}
      </Button>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack gap="sm">
            <div>
              <Text fw={600}>{texts.installed}</Text>
              <Text size="sm" c="dimmed">
                {texts.installedHint}
              </Text>
            </div>
            <ExtensionWallets
              isBusy={signIn.stage !== null}
              label={texts.connectWith}
              onChoose={signIn.start}
            />
            {!hasKept && <ImportWallet />}
          </Stack>
        )}
      </Collapse>
    </>
  )
}
