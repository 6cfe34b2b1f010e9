import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// Node keeps what it compiles for the service and its children here, as an installation does in its data folder. The
// services of all journeys share it.
process.env.NODE_COMPILE_CACHE ??= join(
  import.meta.dirname,
  '../node_modules/.cache/compile-cache-of-journeys',
)

// As root Chromium has no sandbox; most other switches disable its background requests during a test.
const CHROMIUM_SWITCHES = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  // A page of a journey lives for seconds. Compiling its scripts a second and third time takes a tenth of the processor time.
  '--js-flags=--max-opt=1',
]

// A second --disable-features replaces the first, so these begin with the ones that Playwright 1.65 disables.
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Chromium with windows loads two pages with 400 scripts for the address bar of every journey.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  // All journeys share one service. Each signs in a new user, so files can run in parallel.
  workers: 3,
  forbidOnly: true,
  // In CI a failed journey is retried once and listed as flaky, because the machine may be busy.
  retries: process.env.CI ? 1 : 0,
  // Limits against hanging; two busy cores can be three times as slow as two free ones.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Each frame of an animation is drawn without a graphics card. `WITH_MOTION` of `journey/test.ts` turns motion on.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of the processor time; `pnpm journey --trace on` records them.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...CHROMIUM_SWITCHES, `--disable-features=${DISABLED_FEATURES.join(',')}`],
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
})
