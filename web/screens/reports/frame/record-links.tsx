import type { ReactNode } from 'react'
import { Link, linkOptions, useNavigate } from '@tanstack/react-router'
import type { ReportList } from '#contract/report-lists.ts'
import { useAccount } from '#web/app/session.ts'
import { writeCondition } from '#web/features/conditions/condition-param.ts'
import type { Figure } from '#web/screens/reports/formats.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

export function ConversationLink({ id, name }: { id: string; name: string }) {
  const words = useReportWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/conversations/$conversation_id"
      params={{ account_id, conversation_id: id }}
      aria-label={words.openConversation(name)}
      className={linkClass}
    >
      {name}
    </Link>
  )
}

export function LeadLink({ id, name }: { id: string; name: string }) {
  const { id: account_id } = useAccount()
  return (
    <Link to="/app/$account_id/leads/$lead_id" params={{ account_id, lead_id: id }} className={linkClass}>
      {name}
    </Link>
  )
}

type RecordsLinkProps = { list: ReportList | undefined; count: Figure; className?: string; children: ReactNode }

/** A figure that opens the list of the records it counts; plain text if it counts none. */
export function RecordsLink({ list, count, className = figureClass, children }: RecordsLinkProps) {
  const { id: account_id } = useAccount()
  if (!list || !count) return children
  return (
    <Link {...addressOf(list, account_id)} className={className}>
      {children}
    </Link>
  )
}

/** Opens the list of the records a figure counts. */
export function useOpenList() {
  const navigate = useNavigate()
  const { id: account_id } = useAccount()
  return (list: ReportList) => void navigate(addressOf(list, account_id))
}

function addressOf(list: ReportList, account_id: string) {
  if ('filters' in list)
    return linkOptions({
      to: '/app/$account_id/reports/lists/$list',
      params: { account_id, list: list.list },
      search: list.filters,
    })
  const where = list.all.map(writeCondition)
  const params = { account_id }
  if (list.list === 'conversations')
    return linkOptions({ to: '/app/$account_id/conversations', params, search: { status: 'all', where } })
  if (list.list === 'contacts') return linkOptions({ to: '/app/$account_id/contacts', params, search: { where } })
  const search = { kind: list.list, pipelines: 'all', view: 'list', closed: 'yes', where } as const
  return linkOptions({ to: '/app/$account_id/pipeline', params, search })
}

/** Makes the whole bar of a chart a link. */
export const barClass =
  'rounded decoration-ink-3 decoration-dotted underline-offset-4 after:absolute after:inset-0 after:rounded hover:underline ' +
  'hover:after:bg-hover/40'

/** The link lies above the tile or bar it belongs to. */
const figureClass =
  'relative z-1 rounded decoration-ink-3 decoration-dotted underline-offset-4 hover:text-accent-text hover:underline ' +
  'pointer-coarse:underline'

export const linkClass =
  'inline-block max-w-52 truncate rounded align-middle font-medium text-ink hover:text-accent-text hover:underline pointer-coarse:py-2'
