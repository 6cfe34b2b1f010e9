import {
  IconBook2,
  IconCoins,
  IconDatabase,
  IconKey,
  IconListDetails,
  IconMailPlus,
  IconMessage2,
  IconMoodSmile,
  IconRobot,
  IconSparkles,
  IconTool,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { FRAME_TEXTS } from './texts.ts'

/** The pages for daily work. */
export const MAIN_PAGES = [
  { href: '/chats', name: 'chats', icon: IconMessage2 },
  { href: '/agents', name: 'agents', icon: IconRobot },
  { href: '/models', name: 'models', icon: IconSparkles },
  { href: '/tools', name: 'tools', icon: IconTool },
  { href: '/sources', name: 'sources', icon: IconDatabase },
  { href: '/definitions', name: 'definitions', icon: IconBook2 },
  { href: '/ledger', name: 'ledger', icon: IconCoins },
] as const

/** The pages below the ledger, which the ledger itself leads to. */
export const LEDGER_PAGES = [
  { href: '/ledger/history', name: 'ledgerHistory', icon: IconCoins },
  { href: '/ledger/look-up', name: 'ledgerLookUp', icon: IconCoins },
  { href: '/ledger/genesis', name: 'ledgerGenesis', icon: IconCoins },
] as const

/** The pages for set-up. */
export const SETTINGS_PAGES = [
  { href: '/settings/api-keys', name: 'apiKeys', icon: IconKey },
  { href: '/settings/webhooks', name: 'webhooks', icon: IconWebhook },
  { href: '/settings/personas', name: 'personas', icon: IconMoodSmile },
  { href: '/settings/account', name: 'account', icon: IconUserCircle },
  { href: '/docs/api', name: 'apiReference', icon: IconListDetails },
] as const

/** The pages for administrators. */
export const ADMINISTRATION_PAGES = [
  { href: '/administration/people', name: 'people', icon: IconUsers },
  { href: '/administration/invitations', name: 'invitations', icon: IconMailPlus },
  { href: '/administration/usage', name: 'usage', icon: IconCoins },
  { href: '/administration/events', name: 'events', icon: IconListDetails },
  { href: '/administration/health', name: 'health', icon: IconTool },
] as const

/** The name of a page in the navigation. */
export function pageName({ name }: { readonly name: keyof typeof FRAME_TEXTS.navigation }): string {
  return FRAME_TEXTS.navigation[name]
}

/** Whether a page is the shown one, or one above it. */
export function isCurrentPage(href: string, path: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}
