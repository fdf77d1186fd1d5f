import { Link } from '@tanstack/react-router'
import { ArrowLeft } from '#web/ui/icons.ts'
import { useAccount } from '#web/app/session.ts'
import type { SettingsSection } from '#web/features/settings/sections.ts'
import { backClass } from './section.tsx'

/** A link from a record back to its list. */
export function BackLink({ to, label }: { to: SettingsSection['to']; label: string }) {
  const { id: account_id } = useAccount()
  return (
    <Link to={to} params={{ account_id }} aria-label={label} className={backClass}>
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
}
