import { Link } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import type { Deal } from '#web/features/deals/deal.ts'
import { LabelledValue } from './section.tsx'
import { useDrawerWords } from './words.ts'

/** Links a converted lead to its deal, and a deal to its lead. */
export function Origin({ deal }: { deal: Deal }) {
  const words = useDrawerWords()
  const { id: account_id } = useAccount()
  const linkClass = 'block truncate rounded-md px-2 py-1 text-base text-accent-text hover:underline'
  if (deal.kind === 'lead' && deal.opportunity) {
    const { id: opportunity_id, name } = deal.opportunity
    return (
      <LabelledValue name={words.convertedInto}>
        <Link
          to="/app/$account_id/opportunities/$opportunity_id"
          params={{ account_id, opportunity_id }}
          search
          className={linkClass}
        >
          {name}
        </Link>
      </LabelledValue>
    )
  }
  if (deal.kind === 'lead' || !deal.lead) return null
  return (
    <LabelledValue name={words.convertedFrom}>
      <Link
        to="/app/$account_id/leads/$lead_id"
        params={{ account_id, lead_id: deal.lead.id }}
        search
        className={linkClass}
      >
        {deal.lead.name}
      </Link>
    </LabelledValue>
  )
}
