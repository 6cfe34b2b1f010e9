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

const names = FRAME_TEXTS.navigation

/** The pages for daily work. */
export const MAIN_PAGES = [
  { href: '/chats', label: names.chats, icon: IconMessage2 },
  { href: '/agents', label: names.agents, icon: IconRobot },
  { href: '/models', label: names.models, icon: IconSparkles },
  { href: '/tools', label: names.tools, icon: IconTool },
  { href: '/sources', label: names.sources, icon: IconDatabase },
  { href: '/definitions', label: names.definitions, icon: IconBook2 },
  { href: '/ledger', label: names.ledger, icon: IconCoins },
] as const

/** The pages for set-up. */
export const SETTINGS_PAGES = [
  { href: '/settings/api-keys', label: names.apiKeys, icon: IconKey },
  { href: '/settings/webhooks', label: names.webhooks, icon: IconWebhook },
  { href: '/settings/personas', label: names.personas, icon: IconMoodSmile },
  { href: '/settings/account', label: names.account, icon: IconUserCircle },
  { href: '/docs/api', label: names.apiReference, icon: IconListDetails },
] as const

/** The pages for administrators. */
export const ADMINISTRATION_PAGES = [
  { href: '/administration/people', label: names.people, icon: IconUsers },
  { href: '/administration/invitations', label: names.invitations, icon: IconMailPlus },
  { href: '/administration/usage', label: names.usage, icon: IconCoins },
  { href: '/administration/events', label: names.events, icon: IconListDetails },
  { href: '/administration/health', label: names.health, icon: IconTool },
] as const

/** Whether a page is the shown one, or one above it. */
export function isCurrentPage(href: string, path: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}
