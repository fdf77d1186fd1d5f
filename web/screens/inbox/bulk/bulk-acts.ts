import type { Conversation } from '#contract/records/conversation.ts'
import type { Input, Name } from '#web/api.ts'

type Call = { [N in Name]: { name: N; input: Input<N> } }[Acting]
type Acting = Extract<Name, `${string}_conversation` | `set_conversation_${string}` | `mark_conversation_${string}`>

/** Something that can be done with each of many conversations, and taken back from each. */
export type BulkAct = {
  does: (conversation: Conversation) => Call
  /** As it was before; undefined where nothing changed. */
  back: (before: Conversation) => Call | undefined
  /** What will show at once. */
  shows: Partial<Conversation> | ((conversation: Conversation) => Partial<Conversation>)
}

type Named = { id: string; name: string }

export const bulkActs = {
  resolve: {
    does: ({ id }) => call('resolve_conversation', id),
    back: statusOf,
    shows: { status: 'resolved', snoozed_until: null },
  } as BulkAct,
  reopen: {
    does: ({ id }) => call('reopen_conversation', id),
    back: statusOf,
    shows: { status: 'open', snoozed_until: null },
  } as BulkAct,
  pend: {
    does: ({ id }) => call('mark_conversation_pending', id),
    back: statusOf,
    shows: { status: 'pending', snoozed_until: null },
  } as BulkAct,
  read: {
    does: ({ id }) => call('mark_conversation_read', id),
    back: ({ id, unread }) => (unread ? call('mark_conversation_unread', id) : undefined),
    shows: { unread: false, unread_count: 0 },
  } as BulkAct,
  unread: {
    does: ({ id }) => call('mark_conversation_unread', id),
    back: ({ id, unread }) => (unread ? undefined : call('mark_conversation_read', id)),
    shows: ({ unread_count }) => ({ unread: true, unread_count: unread_count || 1 }),
  } as BulkAct,

  snooze: (until: string | null): BulkAct => ({
    does: ({ id: conversation_id }) => ({ name: 'snooze_conversation', input: { conversation_id, until } }),
    back: statusOf,
    shows: { status: 'snoozed', snoozed_until: until },
  }),
  assign: (agent: (Named & { email: string }) | null): BulkAct => ({
    does: ({ id }) => assigned(id, agent?.id),
    back: ({ id, assignee }) => assigned(id, assignee?.id),
    shows: { assignee: agent },
  }),
  team: (team: Named | null): BulkAct => ({
    does: ({ id }) => ofTeam(id, team?.id),
    back: (before) => ofTeam(before.id, before.team?.id),
    shows: { team },
  }),
  priority: (priority: Conversation['priority']): BulkAct => ({
    does: ({ id }) => urgent(id, priority),
    back: (before) => urgent(before.id, before.priority),
    shows: { priority },
  }),
  tag: (title: string): BulkAct => ({
    does: ({ id }) => tagged(id, title),
    back: ({ id, labels }) => (labels.includes(title) ? undefined : untagged(id, title)),
    shows: ({ labels }) => ({ labels: labels.includes(title) ? labels : [...labels, title] }),
  }),
  untag: (title: string): BulkAct => ({
    does: ({ id }) => untagged(id, title),
    back: ({ id, labels }) => (labels.includes(title) ? tagged(id, title) : undefined),
    shows: ({ labels }) => ({ labels: labels.filter((each) => each !== title) }),
  }),
}

type Plain = 'resolve_conversation' | 'reopen_conversation' | `mark_conversation_${'pending' | 'read' | 'unread'}`

const call = (name: Plain, conversation_id: string): Call => ({ name, input: { conversation_id } })

/** Brings back the state a conversation was in. */
function statusOf({ id, status, snoozed_until }: Conversation): Call {
  if (status === 'snoozed') return { name: 'snooze_conversation', input: { conversation_id: id, until: snoozed_until } }
  const names = {
    open: 'reopen_conversation',
    resolved: 'resolve_conversation',
    pending: 'mark_conversation_pending',
  } as const
  return call(names[status], id)
}

const assigned = (conversation_id: string, agent: string | undefined): Call =>
  agent
    ? { name: 'assign_conversation', input: { conversation_id, agent } }
    : { name: 'unassign_conversation', input: { conversation_id } }

const ofTeam = (conversation_id: string, team: string | undefined): Call => ({
  name: 'set_conversation_team',
  input: { conversation_id, team: team ?? null },
})

const urgent = (conversation_id: string, priority: Conversation['priority']): Call => ({
  name: 'set_conversation_priority',
  input: { conversation_id, priority },
})

const tagged = (conversation_id: string, label_title: string): Call => ({
  name: 'tag_conversation',
  input: { conversation_id, label_title },
})

const untagged = (conversation_id: string, label_title: string): Call => ({
  name: 'untag_conversation',
  input: { conversation_id, label_title },
})
