import type { ReactNode } from 'react'
import {
  Combine,
  Handshake,
  MessageSquarePlus,
  Pencil,
  Sprout,
  StickyNote,
  Tag,
  UserPlus,
  type IconComponent,
} from '#web/ui/icons.ts'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { useActivityIcon } from '#web/features/activities/activity-kinds.ts'
import { ReopenButton } from '#web/features/activities/complete-button.tsx'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { useTime } from '#web/app/format/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { FieldChanges } from './field-changes.tsx'
import { RecordLink, TimelineItem, Quote } from './timeline-item.tsx'

/** One event of the history. */
export function Entry({ entry }: { entry: ContactTimelineEntry }) {
  const activityIcon = useActivityIcon(entry.activity?.type ?? '')
  const { icon, isLoud } = appearanceOf(entry, activityIcon)
  return (
    <TimelineItem icon={icon} at={entry.occurred_at} isProminent={isLoud} title={<Title entry={entry} />}>
      {entry.kind === 'label' && entry.text && (
        <div className="mt-1">
          <LabelChip title={entry.text} />
        </div>
      )}
      {entry.kind !== 'label' && entry.text && <Quote>{entry.text}</Quote>}
      {entry.changes && <FieldChanges entry={entry} />}
      <DueDate entry={entry} />
    </TimelineItem>
  )
}

/** The author, the action and the record it is about. */
function Title({ entry }: { entry: ContactTimelineEntry }) {
  const summary = useSummary(entry)
  const { author, about } = entry
  return (
    <>
      {author && <span className="font-medium text-ink">{author.name}</span>}
      {author && ' · '}
      {summary}
      {about && entry.kind !== 'conversation' && (
        <>
          {' '}
          <RecordLink about={about} />
        </>
      )}
    </>
  )
}

function useSummary({ kind, action, about, activity, changes }: ContactTimelineEntry): ReactNode {
  const { timeline: words } = useContactsScreenWords()
  if (kind === 'conversation') return words.conversationStarted(about?.name ?? '')
  if (kind === 'note') return words.noteAdded
  if (kind === 'label') return action === 'added' ? words.labelAdded : words.labelRemoved
  if (kind === 'contact')
    return { created: words.contactCreated, merged: words.contactMerged, changed: words.contactChanged }[
      action as 'created' | 'merged' | 'changed'
    ]
  if (kind === 'activity') {
    const type = activity?.type ?? ''
    const known: Record<string, string> = activity?.due_at ? words.planned : words.logged
    return known[type] ?? words.plannedOther(type)
  }
  const isMove = Boolean(changes?.['stage'])
  if (kind === 'lead') return action === 'created' ? words.leadCreated : isMove ? words.leadMoved : words.leadChanged
  return action === 'created' ? words.opportunityCreated : isMove ? words.opportunityMoved : words.opportunityChanged
}

/** When an activity is due, and whether it is done. */
function DueDate({ entry: { activity, text } }: { entry: ContactTimelineEntry }) {
  const { timeline: words } = useContactsScreenWords()
  const time = useTime()
  if (!activity?.due_at) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-3">
      {words.due(time.full(activity.due_at))}
      {activity.done && <Badge tone="good">{words.done}</Badge>}
      {activity.done && <ReopenButton activity={{ ...activity, body: text }} />}
    </p>
  )
}

type Appearance = { icon: IconComponent; isLoud: boolean }

function appearanceOf({ kind, action }: ContactTimelineEntry, activityIcon: IconComponent): Appearance {
  const icons = {
    conversation: MessageSquarePlus,
    message: MessageSquarePlus,
    note: StickyNote,
    lead: Sprout,
    opportunity: Handshake,
    activity: activityIcon,
    label: Tag,
    contact: action === 'created' ? UserPlus : action === 'merged' ? Combine : Pencil,
  } satisfies Record<ContactTimelineEntry['kind'], IconComponent>
  return { icon: icons[kind], isLoud: action === 'created' && kind !== 'contact' }
}
