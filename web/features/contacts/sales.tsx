import { Link } from '@tanstack/react-router'
import { Plus } from '#web/ui/icons.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KindIcon } from '#web/features/deals/deal-picker.tsx'
import { amountOf, asLead, asOpportunity, isClosed, isLost, type Deal } from '#web/features/deals/deal.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import { EmptyLine, Section } from './section.tsx'
import { useContactWords } from './words.ts'

type Props = { contact_id: string; onCreate: (what: 'lead' | 'deal') => void; storageKey?: string }

/** The contact's leads and deals. */
export function Sales({ contact_id, onCreate, storageKey }: Props) {
  const { sales: words, actions } = useContactWords()
  const deals = useContactDeals(contact_id)
  const names = useDealWords()
  const add = (
    <div className="flex">
      <Button
        size="sm"
        icon={<Plus size={14} aria-hidden />}
        aria-label={actions.lead}
        aria-haspopup="dialog"
        onClick={() => onCreate('lead')}
      >
        {names.lead}
      </Button>
      <Button
        size="sm"
        icon={<Plus size={14} aria-hidden />}
        aria-label={actions.deal}
        aria-haspopup="dialog"
        onClick={() => onCreate('deal')}
      >
        {names.opportunity}
      </Button>
    </div>
  )
  return (
    <Section title={words.title} count={deals.items?.length} aside={add} {...(storageKey && { storageKey })}>
      {!deals.items && !deals.isError && <Skeleton className="my-2 h-9 w-full rounded-lg!" />}
      {deals.isError && <EmptyLine>{words.failed}</EmptyLine>}
      {deals.items?.length === 0 && <EmptyLine>{words.none}</EmptyLine>}
      <ul className="-mx-2 empty:hidden">
        {deals.items?.map((deal) => (
          <DealRow key={deal.url} deal={deal} />
        ))}
      </ul>
    </Section>
  )
}

/** Leads and deals of a contact, open ones first. A converted lead is left out in favour of its deal. */
export function useContactDeals(contact_id: string) {
  const input = { contact_id, limit: 50 }
  const leads = useRead('crm_list_leads', input)
  const opportunities = useRead('crm_list_opportunities', input)
  const isError = leads.isError || opportunities.isError
  if (!leads.data || !opportunities.data) return { items: undefined, isError }
  const dealIds = new Set(opportunities.data.items.map(({ id }) => id))
  const open = leads.data.items.filter(({ opportunity }) => !opportunity || !dealIds.has(opportunity.id))
  const items = [...opportunities.data.items.map(asOpportunity), ...open.map(asLead)]
  return { items: items.toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b))), isError }
}

function DealRow({ deal }: { deal: Deal }) {
  const money = useMoney()
  const words = useDealWords()
  const amount = amountOf(deal)
  return (
    <li>
      <DealLink deal={deal}>
        <span className="mt-1 text-ink-3" title={deal.kind === 'lead' ? words.lead : words.opportunity}>
          <KindIcon kind={deal.kind} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{deal.name}</span>
          <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
            <DealState deal={deal} />
            {amount !== null && <span className="tabular-nums">{money.short(amount, deal.currency)}</span>}
            {deal.owner && <span className="truncate">{deal.owner.name}</span>}
          </span>
        </span>
      </DealLink>
    </li>
  )
}

function DealState({ deal }: { deal: Deal }) {
  const words = useDealWords()
  if (isLost(deal)) return <Badge tone="bad">{words.statuses[deal.status]}</Badge>
  if (deal.status === 'won' || deal.status === 'converted')
    return <Badge tone="good">{words.statuses[deal.status]}</Badge>
  return (
    <>
      <Badge tone="accent">{deal.stage.name}</Badge>
      {deal.rotting && <Badge tone="warn">{words.rotting}</Badge>}
    </>
  )
}

function DealLink({ deal, children }: { deal: Deal; children: React.ReactNode }) {
  const { id: account_id } = useAccount()
  const className = 'flex items-start gap-2 rounded-lg px-2 py-1.5 hover:bg-hover'
  return deal.kind === 'lead' ? (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: deal.id }} className={className}>
      {children}
    </Link>
  ) : (
    <Link
      to="/app/$account_id/opportunities/$opportunity_id"
      params={{ account_id, opportunity_id: deal.id }}
      className={className}
    >
      {children}
    </Link>
  )
}
