import { ArrowRightLeft, ListTodo, Mail, Pencil, Phone, StickyNote, Users } from 'lucide-react'
import type { Activity } from '#contract/records/crm.ts'

export function ActivityIcon({ type, size = 15 }: { type: Activity['type']; size?: number }) {
  const Icon = icons[type]
  return <Icon size={size} aria-hidden className="shrink-0" />
}

const icons = {
  note: StickyNote,
  call: Phone,
  meeting: Users,
  task: ListTodo,
  email: Mail,
  stage_change: ArrowRightLeft,
  field_change: Pencil,
}
