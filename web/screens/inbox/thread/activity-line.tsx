import { memo } from 'react'
import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useTime } from '#web/app/format/time.ts'
import { useThreadWords } from './words.ts'

/** Changes that one person, rule or program made together, on one line. */
export const ActivityLine = memo(function ActivityLine({ activities }: { activities: ConversationActivity[] }) {
  const time = useTime()
  const phrase = usePhrase()
  const { author, created_at } = activities[0]!
  const changes = activities.map(phrase).join(', ')
  return (
    <li data-activity className="px-4 py-0.5 text-center text-xs text-pretty text-ink-3">
      {isAutomatic(activities[0]!) ? changes : <Author author={author} changes={changes} />}
      {' · '}
      <time dateTime={created_at} title={time.full(created_at)} className="whitespace-nowrap">
        {time.clock(created_at)}
      </time>
    </li>
  )
})

function Author({ author, changes }: Pick<ConversationActivity, 'author'> & { changes: string }) {
  const { history: words, thread } = useThreadWords()
  const { type, name } = author
  const named =
    type === 'automation' ? words.rule(name) : name || (type === 'ai_agent' ? thread.authors.ai_agent : type)
  return (
    <>
      <span className="font-medium text-ink-2">{named}</span> {changes}
    </>
  )
}

/** An assignment that follows from a customer's message was made by no one. */
const isAutomatic = ({ kind, author }: ConversationActivity) =>
  kind === 'assignee' && (author.type === 'contact' || author.type === 'system')

function usePhrase() {
  const { history: words, priority } = useThreadWords()
  const time = useTime()
  const status = ({ from, to, until }: ConversationActivity) => {
    if (to === 'snoozed') return until ? words.snoozed(time.moment(until)) : words.snoozedUntilReply
    if (to === 'resolved') return words.resolved
    return to === 'pending' ? words.pended : from === 'pending' ? words.opened : words.reopened
  }
  const priorityOf = ({ to }: ConversationActivity) =>
    to === 'none' ? words.noPriority : words.priority(priority.names[to as Conversation['priority']])
  return (activity: ConversationActivity): string => {
    const { kind, author, from, to } = activity
    const name = to ?? from ?? ''
    switch (kind) {
      case 'status':
        return status(activity)
      case 'assignee':
        if (isAutomatic(activity)) return to ? words.assignedByItself(name) : words.unassignedByItself
        if (!to) return words.unassigned(name)
        return author.type === 'user' && author.name === to ? words.took : words.assigned(name)
      case 'team':
        return to ? words.team(name) : words.noTeam(name)
      case 'priority':
        return priorityOf(activity)
      case 'label_added':
        return words.labelAdded(name)
      case 'label_removed':
        return words.labelRemoved(name)
      case 'renamed':
        return words.renamed(from ?? '', to ?? '')
      case 'merged':
        return words.merged
    }
  }
}
