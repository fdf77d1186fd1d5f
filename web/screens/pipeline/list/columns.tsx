import { useMemo, type ReactNode } from 'react'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { useMoney } from '#web/app/format/money.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAttributeText } from '#web/features/conditions/attribute-text.ts'
import { amountOf } from '#web/features/deals/deal.ts'
import { asDeal, type Kind } from '#web/features/deals/kinds.ts'
import { useDealAttributes } from '#web/features/deals/use-deal-attributes.ts'
import { useSourceOf } from '#web/features/deals/use-source-of.ts'
import { useDealWords } from '#web/features/deals/words.ts'
import type { Sort } from '#web/screens/pipeline/pipeline-filters.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/columns/layout.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'

type Sale = Lead | Opportunity
export type SaleColumn = Column & { className: string; show: (record: Sale) => ReactNode }

const text = 'truncate text-sm text-ink-2'
const tones = { open: 'plain', won: 'good', lost: 'bad' } as const

const more = (key: string, name: string, show: SaleColumn['show']): SaleColumn => ({
  key,
  name,
  optional: true,
  className: `sales-more ${text}`,
  show,
})

/** Both orders of a field. */
const by = (field: Exclude<Sort, `-${string}` | 'newest' | 'oldest' | 'position'>) => ({
  ascending: field,
  descending: `-${field}` satisfies Sort,
})

/** The columns a list of leads or deals can show; the title is drawn by the row. */
export function useSaleColumns(kind: Kind): SaleColumn[] {
  const words = usePipelineWords()
  const { statuses } = useDealWords()
  const money = useMoney()
  const time = useTime()
  const attributeText = useAttributeText()
  const sourceOf = useSourceOf()
  const own = useDealAttributes(kind)
  const names = words.list.columns
  const signature = own.map(({ key, display_name }) => `${key}:${display_name}`).join()
  return useMemo(
    () => [
      {
        key: 'name',
        name: names.name,
        sort: by('name'),
        className: 'sales-name',
        show: ({ name }) => name,
      },
      {
        key: 'stage',
        name: names.stage,
        sort: by('stage'),
        className: 'sales-stage min-w-0',
        show: ({ stage }) => (
          <Badge tone={tones[stage.type]}>
            <span className="max-w-36 truncate">{stage.name}</span>
          </Badge>
        ),
      },
      {
        key: 'amount',
        name: names.amount,
        sort: by('amount'),
        className: 'sales-amount truncate text-sm tabular-nums',
        show: (record) => {
          const amount = amountOf(asDeal(record))
          return amount === null ? '' : money.full(amount, record.currency)
        },
      },
      {
        key: 'owner',
        name: names.owner,
        sort: by('owner'),
        className: 'sales-owner min-w-0 items-center gap-2 text-sm text-ink-2',
        show: ({ owner }) => (
          <>
            {owner && <Avatar name={owner.name} size="sm" />}
            <span className="truncate">{owner?.name ?? words.card.nobody}</span>
          </>
        ),
      },
      { key: 'source', name: names.source, className: `sales-source ${text}`, show: sourceOf },
      {
        key: 'close',
        name: names.close,
        ...(kind === 'opportunities' && { sort: by('expected_close_date') }),
        className: `sales-close ${text}`,
        show: (record) => 'expected_close_date' in record && time.calendarDay(record.expected_close_date),
      },
      {
        key: 'created',
        name: names.created,
        sort: { ascending: 'oldest', descending: 'newest' },
        className: 'sales-created text-xs text-ink-3',
        show: ({ created_at }) => <TimeAgo at={created_at} />,
      },
      more('contact', names.contact, ({ contact }) => contact?.name),
      more('pipeline', names.pipeline, ({ pipeline }) => pipeline.name),
      more('status', names.status, ({ status }) => statuses[status]),
      {
        ...more('activity', names.activity, ({ last_activity_at }) => <TimeAgo at={last_activity_at} />),
        sort: by('last_activity_at'),
      },
      ...own.map(({ key, display_name, type }) =>
        more(`attribute.${key}`, display_name, ({ custom_attributes }) => attributeText(type, custom_attributes[key])),
      ),
    ],
    // Formats change with the language, as the names do.
    [names, kind, signature],
  )
}
