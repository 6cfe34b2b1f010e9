'use client'

import { Avatar, Button, Stack, Text } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { mainnet } from 'viem/chains'
import {
  type Config,
  type Connector,
  createConfig,
  http,
  useConfig,
  useConnectors,
  WagmiProvider,
} from 'wagmi'
import { connect, signMessage } from 'wagmi/actions'
import { injected } from 'wagmi/connectors'
import type { SigningWallet } from '#web/console/components/browser-wallet/browser-wallet-key.ts'
import { EXTENSION_WALLET_TEXTS as texts } from './texts.ts'

type Props = {
  /** Whether a wallet is being used; no other can be chosen then. */
  readonly isBusy: boolean
  /** The text of the button of a wallet. */
  readonly label: (wallet: string) => string
  /** Called with a function that opens the chosen wallet. The wallet may ask its owner to connect. */
  readonly onChoose: (open: () => Promise<SigningWallet>) => void
}

/** The wallets that announce themselves in this browser, each as a button. Load it when a person asks for it. */
export function ExtensionWallets(props: Props) {
  const [config] = useState(createWalletConfig)
  const [queryClient] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={config} reconnectOnMount={false}>
      <QueryClientProvider client={queryClient}>
        <WalletButtons {...props} />
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function WalletButtons({ isBusy, label, onChoose }: Props) {
  const config = useConfig()
  const connectors = usable(useConnectors())
  if (connectors.length === 0) return <Text c="dimmed">{texts.noneInstalled}</Text>
  return (
    <Stack gap="xs">
      {connectors.map((connector) => (
        <Button
          key={connector.uid}
          variant="default"
          size="md"
          justify="flex-start"
          leftSection={<WalletIcon icon={connector.icon} />}
          disabled={isBusy}
          onClick={() => onChoose(() => openWallet(config, connector))}
        >
          {label(connector.name)}
        </Button>
      ))}
    </Stack>
  )
}

/** Announced icons are data URLs; any other address would be a request to another server. */
function WalletIcon({ icon }: { icon: string | undefined }) {
  if (!icon?.startsWith('data:image/')) return <IconWallet size={20} aria-hidden />
  return <Avatar src={icon} alt="" size={20} radius="sm" />
}

async function openWallet(config: Config, connector: Connector): Promise<SigningWallet> {
  // A connection remains after a declined signature and is reused, because connecting twice is an error.
  const open = config.state.connections.get(connector.uid)
  const [account] = open?.accounts ?? (await connect(config, { connector })).accounts
  return {
    address: account,
    signMessage: (message) => signMessage(config, { account, connector, message }),
  }
}

/** `injected` is a wallet that does not announce itself; the button is hidden without such a wallet. */
function usable(connectors: readonly Connector[]): readonly Connector[] {
  const announced = connectors.filter(
    (connector) => connector.type === 'injected' && connector.id !== 'injected',
  )
  if (announced.length > 0) return announced
  return 'ethereum' in window ? connectors : []
}

function createWalletConfig() {
  return createConfig({
    chains: [mainnet],
    connectors: [injected()],
    transports: { [mainnet.id]: http() },
    storage: null,
  })
}
