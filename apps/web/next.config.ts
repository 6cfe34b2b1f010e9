import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are held by `pnpm check`; an installation has nothing to gain from checking them again.
  typescript: { ignoreBuildErrors: true },
  transpilePackages: ['@parley/contract', '@parley/ledger'],
  // Nothing is resized here: no endpoint that fetches images for others.
  images: { unoptimized: true },
  experimental: { optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'] },
  turbopack: { root: join(import.meta.dirname, '../..') },
}

export default config
