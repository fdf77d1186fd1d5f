import { memo } from 'react'
import { Link } from '@tanstack/react-router'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useAccount } from '#web/app/session.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import type { SaleColumn } from './columns.tsx'

type Props = {
  record: Lead | Opportunity
  /** The columns besides the title. */
  columns: readonly SaleColumn[]
  isSelected: boolean
  onToggle: (id: string) => void
}

/** A lead or deal. Clicking the row opens it; narrow lists hide some cells. */
export const SalesRow = memo(function SalesRow({ record, columns, isSelected, onToggle }: Props) {
  const words = usePipelineWords()
  return (
    <div role="row" aria-selected={isSelected} className={cx('sales-row sales-entry', isSelected && 'bg-accent-soft!')}>
      <div role="cell" className="sales-check relative z-1">
        <Checkbox label={words.list.select(record.name)} checked={isSelected} onChange={() => onToggle(record.id)} />
      </div>
      <div role="cell" className="sales-name min-w-0">
        <RowLink record={record} />
        <div className="truncate text-xs text-ink-3">{aboutOf(record) ?? words.card.noContact}</div>
      </div>
      {columns.map(({ key, className, show }) => (
        <div key={key} role="cell" className={className}>
          {show(record)}
        </div>
      ))}
    </div>
  )
})

/** The contact's name, or their phone or e-mail if the title already is the name. */
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
