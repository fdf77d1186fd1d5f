import {
  Blocks,
  Bot,
  BookOpen,
  CircleUser,
  CreditCard,
  FileInput,
  Inbox,
  KeyRound,
  ListX,
  Mail,
  Megaphone,
  MessageSquareQuote,
  Plug,
  ScrollText,
  SlidersHorizontal,
  SquareKanban,
  Tags,
  TextCursorInput,
  Users,
  UsersRound,
  WandSparkles,
  Webhook,
  type LucideIcon,
} from 'lucide-react'
import type { UserRole } from '#contract/permissions.ts'
import type { SettingsWords } from '#web/locales/settings.es.ts'

/**
 * What stands in the settings, in this order. A new section is its line here, its route in web/routes.tsx, its name
 * in web/locales/settings.*.ts, and a folder beside this file with a component that begins with `Section` and the
 * section's own words (`words.ts`).
 */
export const sections: SettingsSection[] = [
  section('profile', 'you', CircleUser, 'everyone'),
  section('workspace', 'workspace', SlidersHorizontal),
  section('people', 'workspace', Users),
  section('teams', 'workspace', UsersRound),
  section('plan', 'workspace', CreditCard),
  section('inboxes', 'conversations', Inbox),
  section('labels', 'conversations', Tags),
  section('canned-responses', 'conversations', MessageSquareQuote),
  section('macros', 'conversations', Blocks, 'everyone'),
  section('automations', 'conversations', WandSparkles),
  section('campaigns', 'conversations', Megaphone),
  section('pipelines', 'sales', SquareKanban),
  section('lost-reasons', 'sales', ListX),
  section('lead-forms', 'sales', FileInput),
  section('attributes', 'sales', TextCursorInput),
  section('knowledge', 'assistant', BookOpen),
  section('assistant', 'assistant', Bot),
  section('webhooks', 'connections', Webhook),
  section('api-keys', 'connections', KeyRound),
  section('classic-token', 'connections', Plug, 'super_administrator'),
  section('outbox', 'records', Mail),
  section('audit', 'records', ScrollText),
]

type Path = keyof SettingsWords['sections']
type Reader = 'everyone' | UserRole | 'super_administrator'

export type SettingsSection = {
  to: `/app/$account_id/settings/${Path}`
  path: Path
  icon: LucideIcon
  group: keyof SettingsWords['groups']
  /** Who is shown it. What they may do is the server's to say. */
  reader: Reader
}

function section(
  path: Path,
  group: SettingsSection['group'],
  icon: LucideIcon,
  reader: Reader = 'administrator',
): SettingsSection {
  return { to: `/app/$account_id/settings/${path}`, path, icon, group, reader }
}

export function isFor({ reader }: SettingsSection, role: UserRole, isSuper: boolean): boolean {
  return reader === 'everyone' || (reader === 'super_administrator' ? isSuper : reader === role)
}

/** The section an address belongs to. */
export const sectionAt = (pathname: string) => sections.find(({ path }) => pathname.split('/')[4] === path)
