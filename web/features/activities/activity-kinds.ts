import type { ActivityIconName, ActivityType } from '#contract/records/activity-kind.ts'
import { useRead } from '#web/app/query.ts'
import {
  ArrowRightLeft,
  Camera,
  FileText,
  Flag,
  Handshake,
  House,
  KeyRound,
  ListTodo,
  Mail,
  MapPin,
  MessageSquare,
  Package,
  Pencil,
  Phone,
  Send,
  Star,
  StickyNote,
  Users,
  Wrench,
  type IconComponent,
} from '#web/ui/icons.ts'

/** The types of activities that the workspace added, in their order and with archived ones. */
export function useActivityTypes(): ActivityType[] {
  return useRead('list_activity_types', {}).data?.items ?? []
}

/** The types of the workspace that a form offers: `chosen` stays among them even if it is archived. */
export function useOfferedTypes(chosen?: string): ActivityType[] {
  return useActivityTypes().filter(({ id, archived }) => !archived || id === chosen)
}

/** The icon of a type as activities name it. */
export function useActivityIcon(type: string): IconComponent {
  const own = useActivityTypes().find(({ name }) => name === type)
  return builtInIcons[type] ?? (own ? typeIcons[own.icon] : ListTodo)
}

const builtInIcons: Record<string, IconComponent> = {
  note: StickyNote,
  call: Phone,
  meeting: Users,
  task: ListTodo,
  email: Mail,
  stage_change: ArrowRightLeft,
  field_change: Pencil,
}

export const typeIcons: Record<ActivityIconName, IconComponent> = {
  map_pin: MapPin,
  house: House,
  key: KeyRound,
  file: FileText,
  send: Send,
  message: MessageSquare,
  handshake: Handshake,
  package: Package,
  wrench: Wrench,
  camera: Camera,
  flag: Flag,
  star: Star,
}
