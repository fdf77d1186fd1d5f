import { Settings, Users, type LucideIcon } from 'lucide-react'
import type { Words } from '#web/locales/es.ts'

/** The places a person can go from anywhere. A new screen adds its line here. */
export const places: Place[] = [
  { to: '/app/$account_id/contacts', name: (words) => words.contacts.title, icon: Users },
  { to: '/app/$account_id/settings', name: (words) => words.shell.settings, icon: Settings },
]

type Place = {
  to: '/app/$account_id/contacts' | '/app/$account_id/settings'
  name: (words: Words) => string
  icon: LucideIcon
}
