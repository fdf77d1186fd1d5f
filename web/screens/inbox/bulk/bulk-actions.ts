import type { Conversation } from '#contract/records/conversation.ts'
import type { Input, Name } from '#web/app/api.ts'

export type Call = { [N in Name]: { name: N; input: Input<N> } }[ConversationOperation]
type ConversationOperation = Extract<
  Name,
  `${string}_conversation` | `set_conversation_${string}` | `mark_conversation_${string}` | 'undo_conversation_change'
>

/** An action on many conversations, with undo for each. */
export type BulkAction = {
  request: (conversation: Conversation) => Call
  /** Restores the state before; undefined where nothing changed. */
  undo: (before: Conversation) => Call | undefined
  /** The change that shows at once. */
  optimistic: Partial<Conversation> | ((conversation: Conversation) => Partial<Conversation>)
}

type NamedRecord = { id: string; name: string }

export const bulkActions = {
  resolve: {
    request: ({ id }) => call('resolve_conversation', id),
    undo: undoOf('status'),
    optimistic: { status: 'resolved', snoozed_until: null },
  } as BulkAction,
  reopen: {
    request: ({ id }) => call('reopen_conversation', id),
    undo: undoOf('status'),
    optimistic: { status: 'open', snoozed_until: null },
  } as BulkAction,
  pend: {
    request: ({ id }) => call('mark_conversation_pending', id),
    undo: undoOf('status'),
    optimistic: { status: 'pending', snoozed_until: null },
  } as BulkAction,
  read: {
    request: ({ id }) => call('mark_conversation_read', id),
    undo: ({ id, unread, unread_count }) => (unread ? markUnread(id, unread_count) : undefined),
    optimistic: { unread: false, unread_count: 0 },
  } as BulkAction,
  unread: {
    request: ({ id }) => call('mark_conversation_unread', id),
    undo: ({ id, unread }) => (unread ? undefined : call('mark_conversation_read', id)),
    optimistic: ({ unread_count }) => ({ unread: true, unread_count: unread_count || 1 }),
  } as BulkAction,

  snooze: (until: string | null): BulkAction => ({
    request: ({ id: conversation_id }) => ({ name: 'snooze_conversation', input: { conversation_id, until } }),
    undo: undoOf('status'),
    optimistic: { status: 'snoozed', snoozed_until: until },
  }),
  assign: (agent: (NamedRecord & { email: string }) | null): BulkAction => ({
    request: ({ id }) => assignTo(id, agent?.id),
    undo: undoOf('assignee'),
    optimistic: { assignee: agent },
  }),
  team: (team: NamedRecord | null): BulkAction => ({
    request: ({ id }) => setTeam(id, team?.id),
    undo: undoOf('team'),
    optimistic: { team },
  }),
  priority: (priority: Conversation['priority']): BulkAction => ({
    request: ({ id }) => setPriority(id, priority),
    undo: undoOf('priority'),
    optimistic: { priority },
  }),
  tag: (title: string): BulkAction => ({
    request: ({ id }) => addLabel(id, title),
    undo: (before) => (before.labels.includes(title) ? undefined : undoOf('labels')(before)),
    optimistic: ({ labels }) => ({ labels: labels.includes(title) ? labels : [...labels, title] }),
  }),
  untag: (title: string): BulkAction => ({
    request: ({ id }) => removeLabel(id, title),
    undo: (before) => (before.labels.includes(title) ? undoOf('labels')(before) : undefined),
    optimistic: ({ labels }) => ({ labels: labels.filter((each) => each !== title) }),
  }),
}

type SimpleOperation =
  | 'resolve_conversation'
  | 'reopen_conversation'
  | `mark_conversation_${'pending' | 'read' | 'unread'}`

const call = (name: SimpleOperation, conversation_id: string): Call => ({ name, input: { conversation_id } })

const markUnread = (conversation_id: string, unread_count: number): Call => ({
  name: 'mark_conversation_unread',
  input: { conversation_id, unread_count },
})

/** Restores the conversation as it was before its latest change of this kind. */
function undoOf(change: Input<'undo_conversation_change'>['change']) {
  return ({ id: conversation_id }: Conversation): Call => ({
    name: 'undo_conversation_change',
    input: { conversation_id, change },
  })
}

const assignTo = (conversation_id: string, agent: string | undefined): Call =>
  agent
    ? { name: 'assign_conversation', input: { conversation_id, agent } }
    : { name: 'unassign_conversation', input: { conversation_id } }

const setTeam = (conversation_id: string, team: string | undefined): Call => ({
  name: 'set_conversation_team',
  input: { conversation_id, team: team ?? null },
})

const setPriority = (conversation_id: string, priority: Conversation['priority']): Call => ({
  name: 'set_conversation_priority',
  input: { conversation_id, priority },
})

const addLabel = (conversation_id: string, label_title: string): Call => ({
  name: 'tag_conversation',
  input: { conversation_id, label_title },
})

const removeLabel = (conversation_id: string, label_title: string): Call => ({
  name: 'untag_conversation',
  input: { conversation_id, label_title },
})
