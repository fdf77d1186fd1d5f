import { Link } from '@tanstack/react-router'
import type { SubjectType } from '#contract/records/automation.ts'
import { useAccount } from '#web/app/session.ts'
import { useAutomationWords } from './words.ts'

const places = {
  conversation: '/app/$account_id/conversations/$conversation_id',
  contact: '/app/$account_id/contacts/$contact_id',
  lead: '/app/$account_id/leads/$lead_id',
  opportunity: '/app/$account_id/opportunities/$opportunity_id',
} as const

/** A link to the record of a run. */
export function SubjectLink({ subject: { type, id } }: { subject: { type: SubjectType; id: string } }) {
  const { subjects, log } = useAutomationWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to={places[type]}
      params={{ account_id, conversation_id: id, contact_id: id, lead_id: id, opportunity_id: id }}
      className="text-sm font-medium hover:underline"
    >
      {log.subject(subjects[type], id)}
    </Link>
  )
}
