import { Link } from '@tanstack/react-router'
import { useAccount } from '#web/session.ts'
import type { Deal } from './deal.ts'
import { Fact } from './fact.tsx'
import { useDealWords } from './words.ts'

/** A lead says what became of it; a deal, what it was. */
export function Origin({ deal }: { deal: Deal }) {
  const words = useDealWords()
  const { id: account_id } = useAccount()
  const linkClass = 'block truncate rounded-md px-2 py-1 text-base text-accent-text hover:underline'
  if (deal.kind === 'lead' && deal.opportunity) {
    const { id: opportunity_id, name } = deal.opportunity
    return (
      <Fact name={words.convertedInto}>
        <Link
          to="/app/$account_id/opportunities/$opportunity_id"
          params={{ account_id, opportunity_id }}
          search
          className={linkClass}
        >
          {name}
        </Link>
      </Fact>
    )
  }
  if (deal.kind === 'lead' || !deal.lead) return null
  return (
    <Fact name={words.convertedFrom}>
      <Link
        to="/app/$account_id/leads/$lead_id"
        params={{ account_id, lead_id: deal.lead.id }}
        search
        className={linkClass}
      >
        {deal.lead.name}
      </Link>
    </Fact>
  )
}
