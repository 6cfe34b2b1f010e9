import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `pnpm check` checks types; checking them again in an installation has no use.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: ['@parley/contract', '@parley/ledger'],
  // For `bench/first-load.mjs`, which names the packages of a profile.
  productionBrowserSourceMaps: process.env.PARLEY_SOURCE_MAPS === '1',
  // No image optimization: the service must not fetch images for clients.
  images: { unoptimized: true },
  experimental: {
    optimizePackageImports: [
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/notifications',
      '@tabler/icons-react',
    ],
    // A page is loaded with its first visit. Loading all of them after each start took 35 MiB of an idle service.
    preloadEntriesOnStart: false,
  },
  turbopack: { root: join(import.meta.dirname, '../..') },
}

export default config
