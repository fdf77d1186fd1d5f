import { memo } from 'react'
import { Link } from '@tanstack/react-router'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { useMoney } from '#web/money.ts'
import { Ago } from '#web/parts/ago.tsx'
import { amountOf } from '#web/screens/pipeline/deal/deal.ts'
import { asDeal, sourceOf } from '#web/screens/pipeline/kinds.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = { record: Lead | Opportunity; isSelected: boolean; onToggle: (id: string) => void }

/** One lead or deal; the whole row opens it. Which cells show is up to the width of the list. */
export const SalesRow = memo(function SalesRow({ record, isSelected, onToggle }: Props) {
  const words = usePipelineWords()
  const money = useMoney()
  const time = useTime()
  const amount = amountOf(asDeal(record))
  const close = 'expected_close_date' in record ? record.expected_close_date : undefined
  return (
    <div role="row" aria-selected={isSelected} className={cx('sales-row sales-entry', isSelected && 'bg-accent-soft!')}>
      <div role="cell" className="sales-check relative z-1">
        <Checkbox label={words.list.select(record.name)} checked={isSelected} onChange={() => onToggle(record.id)} />
      </div>
      <div role="cell" className="sales-name min-w-0">
        <RowLink record={record} />
        <div className="truncate text-xs text-ink-3">{aboutOf(record) ?? words.card.noContact}</div>
      </div>
      <div role="cell" className="sales-stage min-w-0">
        <Badge tone={tones[record.stage.type]}>
          <span className="max-w-36 truncate">{record.stage.name}</span>
        </Badge>
      </div>
      <div role="cell" className="sales-amount truncate text-sm tabular-nums">
        {amount === null ? '' : money.full(amount, record.currency)}
      </div>
      <div role="cell" className="sales-owner min-w-0 items-center gap-2 text-sm text-ink-2">
        {record.owner && <Avatar name={record.owner.name} size="sm" />}
        <span className="truncate">{record.owner?.name ?? words.card.nobody}</span>
      </div>
      <div role="cell" className="sales-source truncate text-sm text-ink-2">
        {sourceOf(record)}
      </div>
      <div role="cell" className="sales-close truncate text-sm text-ink-2">
        {close && time.calendarDay(close)}
      </div>
      <div role="cell" className="sales-created text-xs text-ink-3">
        <Ago at={record.created_at} />
      </div>
    </div>
  )
})

/** The person, or how to reach them where the title is their name already. */
const aboutOf = ({ name, contact }: Lead | Opportunity) =>
  contact && (contact.name === name ? (contact.phone_number ?? contact.email) : contact.name)

function RowLink({ record }: { record: Lead | Opportunity }) {
  const { id: account_id } = useAccount()
  const shared = {
    search: true,
    'data-row': record.id,
    className: 'sales-link block truncate text-base font-medium',
    children: record.name,
  } as const
  return 'expected_close_date' in record ? (
    <Link
      to="/app/$account_id/opportunities/$opportunity_id"
      params={{ account_id, opportunity_id: record.id }}
      {...shared}
    />
  ) : (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: record.id }} {...shared} />
  )
}

const tones = { open: 'plain', won: 'good', lost: 'bad' } as const
