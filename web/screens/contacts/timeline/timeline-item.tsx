import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { IconComponent } from '#web/ui/icons.ts'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { cx } from '#web/ui/cx.ts'

type Props = { icon: IconComponent; at: string; isProminent?: boolean; title: ReactNode; children?: ReactNode }

/** One item of the timeline, with icon, title, time and content. */
export function TimelineItem({ icon: Icon, at, isProminent: isLoud = false, title, children }: Props) {
  const time = useTime()
  return (
    <li
      className="group/moment relative flex gap-3 pb-4 [contain-intrinsic-size:auto_3.5rem]
        [content-visibility:auto] last:pb-1"
    >
      <span aria-hidden className="absolute top-8 bottom-1 left-3.5 w-px bg-line group-last/moment:hidden" />
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full',
          isLoud ? 'bg-accent-soft text-accent-text' : 'bg-hover text-ink-3',
        )}
      >
        <Icon size={14} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 flex-1 text-sm wrap-anywhere text-ink-2">{title}</p>
          <time dateTime={at} title={time.full(at)} className="shrink-0 text-xs text-ink-3">
            {time.clock(at)}
          </time>
        </div>
        {children}
      </div>
    </li>
  )
}

/** A link to the record an entry is about. */
export function RecordLink({ about }: { about: NonNullable<ContactTimelineEntry['about']> }) {
  const { id: account_id } = useAccount()
  const { type, id, name } = about
  const className = 'font-medium text-ink hover:underline'
  if (type === 'lead')
    return (
      <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: id }} className={className}>
        {name}
      </Link>
    )
  if (type === 'opportunity')
    return (
      <Link
        to="/app/$account_id/opportunities/$opportunity_id"
        params={{ account_id, opportunity_id: id }}
        className={className}
      >
        {name}
      </Link>
    )
  return (
    <Link
      to="/app/$account_id/conversations/$conversation_id"
      params={{ account_id, conversation_id: id }}
      className={className}
    >
      {name}
    </Link>
  )
}

/** The text of a note or message. */
export const Quote = ({ children }: { children: ReactNode }) => (
  <p className="mt-0.5 line-clamp-6 text-base wrap-anywhere whitespace-pre-wrap">{children}</p>
)
