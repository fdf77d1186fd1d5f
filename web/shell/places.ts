import {
  CalendarDays,
  ChartColumn,
  House,
  Inbox,
  Settings,
  SquareKanban,
  Users,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { Module } from '#contract/modules.ts'
import type { Words } from '#web/app/words.es.ts'

/** The places of the main navigation, in this order. */
export const places = [
  { to: '/app/$account_id/conversations', word: 'inbox', icon: Inbox, key: 'g i' },
  { to: '/app/$account_id/contacts', word: 'contacts', icon: Users, key: 'g c' },
  { to: '/app/$account_id/pipeline', word: 'pipeline', icon: SquareKanban, key: 'g p' },
  { to: '/app/$account_id/agenda', word: 'agenda', icon: CalendarDays, key: 'g a' },
  { to: '/app/$account_id/properties', word: 'properties', icon: House, key: 'g h', module: 'real_estate' },
  { to: '/app/$account_id/reports', word: 'reports', icon: ChartColumn, key: 'g r' },
  { to: '/app/$account_id/settings', word: 'settings', icon: Settings, key: 'g s' },
] as const satisfies Place[]

type Place = {
  to: string
  word: keyof Words['places']
  icon: IconComponent
  key: string
  /** Only for workspaces with this module. */
  module?: Module
}
