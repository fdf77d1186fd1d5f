import { CircleUser, Mail, Megaphone, ScrollText, Users, type LucideIcon } from 'lucide-react'
import type { UserRole } from '#contract/permissions.ts'
import type { SettingsWords } from '#web/locales/settings.es.ts'

/**
 * What stands in the settings, in this order. A new section is its line here, its route in web/routes.tsx, its words
 * in web/locales/settings.*.ts, and a folder beside this file with a component that begins with `Section`.
 */
export const sections: SettingsSection[] = [
  { to: '/app/$account_id/settings/profile', name: (words) => words.profile.title, icon: CircleUser, group: 'you' },
  workspace('/app/$account_id/settings/people', (words) => words.people.title, Users),
  workspace('/app/$account_id/settings/campaigns', (words) => words.campaigns.title, Megaphone),
  workspace('/app/$account_id/settings/outbox', (words) => words.outbox.title, Mail),
  workspace('/app/$account_id/settings/audit', (words) => words.audit.title, ScrollText),
]

export type SettingsSection = {
  to: `/app/$account_id/settings/${'profile' | 'people' | 'campaigns' | 'outbox' | 'audit'}`
  name: (words: SettingsWords) => string
  icon: LucideIcon
  group: keyof SettingsWords['groups']
  /** Who is shown it; everyone, when nobody is named. What they may do is the server's to say. */
  role?: UserRole
}

function workspace(to: SettingsSection['to'], name: SettingsSection['name'], icon: LucideIcon): SettingsSection {
  return { to, name, icon, group: 'workspace', role: 'administrator' }
}

export const isFor = (section: SettingsSection, role: UserRole) => !section.role || section.role === role

/** The section an address belongs to. */
export const sectionAt = (path: string) => sections.find(({ to }) => path.split('/')[4] === to.split('/')[4])
