import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useAccount } from '#web/session.ts'
import type { SettingsSection } from '#web/screens/settings/sections.ts'
import { backClass } from './section.tsx'

/** From one thing back to the section that lists them. */
export function BackLink({ to, label }: { to: SettingsSection['to']; label: string }) {
  const { id: account_id } = useAccount()
  return (
    <Link to={to} params={{ account_id }} aria-label={label} className={backClass}>
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
}
