import type { ReactNode } from 'react'
import {
  Combine,
  Handshake,
  ListTodo,
  Mail,
  MessageSquarePlus,
  Pencil,
  Phone,
  Sprout,
  StickyNote,
  Tag,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { useTime } from '#web/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import { Changed } from './changed.tsx'
import { About, Moment, Said } from './moment.tsx'

/** One thing that happened, told in its own way. */
export function Entry({ entry }: { entry: ContactTimelineEntry }) {
  const { icon, isLoud } = looks(entry)
  return (
    <Moment icon={icon} at={entry.occurred_at} isLoud={isLoud} title={<Title entry={entry} />}>
      {entry.kind === 'label' && entry.text && (
        <div className="mt-1">
          <LabelChip title={entry.text} />
        </div>
      )}
      {entry.kind !== 'label' && entry.text && <Said>{entry.text}</Said>}
      {entry.changes && <Changed entry={entry} />}
      <Plan entry={entry} />
    </Moment>
  )
}

/** Who did what, and about what. */
function Title({ entry }: { entry: ContactTimelineEntry }) {
  const what = useWhat(entry)
  const { author, about } = entry
  return (
    <>
      {author && <span className="font-medium text-ink">{author.name}</span>}
      {author && ' · '}
      {what}
      {about && entry.kind !== 'conversation' && (
        <>
          {' '}
          <About about={about} />
        </>
      )}
    </>
  )
}

function useWhat({ kind, action, about, activity, changes }: ContactTimelineEntry): ReactNode {
  const { timeline: words } = useContactWords()
  if (kind === 'conversation') return words.began(about?.name ?? '')
  if (kind === 'note') return words.noted
  if (kind === 'label') return action === 'added' ? words.labelAdded : words.labelRemoved
  if (kind === 'contact')
    return { created: words.contactCreated, merged: words.contactMerged, changed: words.contactChanged }[
      action as 'created' | 'merged' | 'changed'
    ]
  if (kind === 'activity') {
    const type = activity?.type as keyof typeof words.did
    return activity?.due_at ? words.planned[type as keyof typeof words.planned] : words.did[type]
  }
  const isMove = Boolean(changes?.['stage'])
  if (kind === 'lead') return action === 'created' ? words.leadCreated : isMove ? words.leadMoved : words.leadChanged
  return action === 'created' ? words.opportunityCreated : isMove ? words.opportunityMoved : words.opportunityChanged
}

/** When something is planned for, or that it was done. */
function Plan({ entry: { activity } }: { entry: ContactTimelineEntry }) {
  const { timeline: words } = useContactWords()
  const time = useTime()
  if (!activity?.due_at) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
      {words.due(time.full(activity.due_at))}
      {activity.done && <Badge tone="good">{words.done}</Badge>}
    </p>
  )
}

function looks({ kind, action, activity }: ContactTimelineEntry): { icon: LucideIcon; isLoud: boolean } {
  const icons = {
    conversation: MessageSquarePlus,
    message: MessageSquarePlus,
    note: StickyNote,
    lead: Sprout,
    opportunity: Handshake,
    activity: activity ? (doings[activity.type as keyof typeof doings] ?? ListTodo) : ListTodo,
    label: Tag,
    contact: action === 'created' ? UserPlus : action === 'merged' ? Combine : Pencil,
  } satisfies Record<ContactTimelineEntry['kind'], LucideIcon>
  return { icon: icons[kind], isLoud: action === 'created' && kind !== 'contact' }
}

const doings = { call: Phone, meeting: Users, task: ListTodo, note: StickyNote, email: Mail }
