import {
  Bell,
  Blocks,
  Bot,
  BookOpen,
  CalendarClock,
  CircleUser,
  CreditCard,
  FileInput,
  Inbox,
  KeyRound,
  ListX,
  Mail,
  Megaphone,
  MessageSquareQuote,
  MessagesSquare,
  Plug,
  ScrollText,
  SlidersHorizontal,
  Sparkles,
  SquareKanban,
  Tags,
  TextCursorInput,
  Users,
  UsersRound,
  WandSparkles,
  Webhook,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { UserRole } from '#contract/permissions.ts'
import type { SettingsWords } from './words.es.ts'

/**
 * The sections of the settings, in this order. A new section needs a line here, a route in web/app/routes.tsx, a name in
 * words.es.ts and words.en.ts, and a folder in web/screens/settings with a component that renders `Section` and has its own words.
 */
export const sections: SettingsSection[] = [
  section('profile', 'you', CircleUser, 'everyone'),
  section('notifications', 'you', Bell, 'everyone'),
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
  section('activity-types', 'sales', CalendarClock),
  section('lead-forms', 'sales', FileInput),
  section('attributes', 'sales', TextCursorInput),
  section('knowledge', 'assistant', BookOpen),
  section('assistant', 'assistant', Bot),
  section('assistants', 'connections', Sparkles, 'everyone'),
  section('bots', 'connections', MessagesSquare),
  section('webhooks', 'connections', Webhook),
  section('api-keys', 'connections', KeyRound),
  section('classic-token', 'connections', Plug, 'super_administrator'),
  section('report-schedules', 'records', CalendarClock, 'everyone'),
  section('outbox', 'records', Mail),
  section('audit', 'records', ScrollText),
]

type Path = keyof SettingsWords['sections']
type Reader = 'everyone' | UserRole | 'super_administrator'

export type SettingsSection = {
  to: `/app/$account_id/settings/${Path}`
  path: Path
  icon: IconComponent
  group: keyof SettingsWords['groups']
  /** The roles that see it. The server enforces the permissions. */
  reader: Reader
}

function section(
  path: Path,
  group: SettingsSection['group'],
  icon: IconComponent,
  reader: Reader = 'administrator',
): SettingsSection {
  return { to: `/app/$account_id/settings/${path}`, path, icon, group, reader }
}

export function isFor({ reader }: SettingsSection, role: UserRole, isSuper: boolean): boolean {
  return reader === 'everyone' || (reader === 'super_administrator' ? isSuper : reader === role)
}

/** Documents of the knowledge base, which searches and answers lead to, are read by everyone. */
export const isDocument = (pathname: string) => /^\/app\/[^/]+\/settings\/knowledge\/[^/]/.test(pathname)

/** The section of a path. */
export const sectionAt = (pathname: string) => sections.find(({ path }) => pathname.split('/')[4] === path)
