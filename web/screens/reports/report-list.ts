import {
  CircleSlash,
  Filter,
  Gauge,
  Handshake,
  MessagesSquare,
  Scale,
  Smile,
  Timer,
  TimerOff,
  Trophy,
  Users,
  Zap,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { Input } from '#web/app/api.ts'

type Filterable = 'inbox' | 'pipeline' | 'agent' | 'source'
type Report = {
  group: 'glance' | 'conversations' | 'sales'
  icon: IconComponent
  /** Whether its operation takes dates, or also the name of a period. */
  days: 'window' | 'period'
  filters: readonly Filterable[]
  /** Its name in `export_report`. */
  exports: Input<'export_report'>['report']
}

/** Reports in display order, by their name in the address. */
export const reports = {
  overview: { group: 'glance', icon: Gauge, days: 'window', filters: ['inbox'], exports: 'overview' },
  conversations: {
    group: 'conversations',
    icon: MessagesSquare,
    days: 'window',
    filters: ['inbox'],
    exports: 'conversations',
  },
  agents: { group: 'conversations', icon: Users, days: 'window', filters: ['inbox', 'agent'], exports: 'agents' },
  'agent-response-times': {
    group: 'conversations',
    icon: Timer,
    days: 'window',
    filters: ['inbox'],
    exports: 'agent_response_times',
  },
  'sla-breaches': {
    group: 'conversations',
    icon: TimerOff,
    days: 'window',
    filters: ['inbox'],
    exports: 'sla_breaches',
  },
  satisfaction: {
    group: 'conversations',
    icon: Smile,
    days: 'window',
    filters: ['inbox', 'agent'],
    exports: 'satisfaction',
  },
  crm: { group: 'sales', icon: Handshake, days: 'window', filters: ['inbox'], exports: 'crm' },
  funnel: { group: 'sales', icon: Filter, days: 'period', filters: ['pipeline'], exports: 'funnel' },
  conversion: { group: 'sales', icon: Scale, days: 'period', filters: ['pipeline'], exports: 'conversion' },
  'agent-performance': {
    group: 'sales',
    icon: Trophy,
    days: 'period',
    filters: ['pipeline'],
    exports: 'agent_performance',
  },
  'lost-reasons': { group: 'sales', icon: CircleSlash, days: 'period', filters: ['pipeline'], exports: 'lost_reasons' },
  'lead-response-times': {
    group: 'sales',
    icon: Zap,
    days: 'period',
    filters: ['pipeline', 'agent', 'source'],
    exports: 'lead_response_times',
  },
} as const satisfies Record<string, Report>

export type ReportName = keyof typeof reports
export const reportNames = Object.keys(reports) as ReportName[]
export const isReport = (name: string | undefined): name is ReportName =>
  name !== undefined && Object.hasOwn(reports, name)

/** A report, typed independently of its name. */
export const reportOf = (name: ReportName): Report => reports[name]
