import { useActivityIcon } from './activity-kinds.ts'

export function ActivityIcon({ type, size = 15 }: { type: string; size?: number }) {
  const Icon = useActivityIcon(type)
  return <Icon size={size} aria-hidden className="shrink-0" />
}
