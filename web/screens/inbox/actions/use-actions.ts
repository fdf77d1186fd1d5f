import { useRef } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useWords } from '#web/app/i18n.ts'
import type { Input } from '#web/app/api.ts'
import { useAct } from '#web/app/query.ts'
import { useTime } from '#web/app/format/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { usePeople } from './use-people.ts'

/**
 * The actions of a conversation. They show at once and can be undone. `moveOn` leaves a conversation that is done, and
 * returns the way back.
 */
export function useActions(conversation: Conversation, moveOn: () => (() => void) | undefined) {
  const { common } = useWords()
  const { actions, assign, team, priority, labels, snooze } = useThreadWords()
  const time = useTime()
  const change = useChanges(conversation)
  // Until the next conversation is on screen, another key press would still reach this one.
  const left = useRef(false)
  const { labels: titles } = conversation

  /** Undo restores the values from before the change, because the optimistic update replaces them. */
  const offerUndo = (pending: Promise<unknown>, message: string, kind: Change, back?: () => void) => {
    const since = Date.now()
    const undo = () => {
      back?.()
      void change.undo(kind).catch(() => {})
    }
    void pending.then(
      () => toast.undo(message, common.undo, undo, { since }),
      () => {},
    )
  }
  /** Resolves or snoozes, after the reply that goes before it was sent. */
  const leave = async (act: () => Promise<unknown>, message: string, sent?: Promise<boolean | undefined>) => {
    const back = moveOn()
    left.current = back !== undefined
    const isSent = sent ? await sent : true
    if (!isSent) {
      left.current = false
      back?.()
      // One that was taken back was not meant to be sent.
      if (isSent === false) toast.bad(actions.notSent)
      return
    }
    offerUndo(act(), message, 'status', () => {
      left.current = false
      back?.()
    })
  }

  return {
    hasLeft: () => left.current,
    resolve: (sent?: Promise<boolean | undefined>) => void leave(change.resolve, actions.resolved, sent),
    reopen: () => offerUndo(change.reopen(), actions.reopened, 'status'),
    pend: () => offerUndo(change.pend(), actions.pended, 'status'),
    snooze: (until: string | null, sent?: Promise<boolean | undefined>) =>
      void leave(() => change.snooze(until), until ? snooze.done(time.moment(until)) : snooze.doneUntilReply, sent),
    assign: (to: { id: string; name: string } | null) =>
      offerUndo(change.assign(to?.id ?? null), to ? assign.done(to.name) : assign.undone, 'assignee'),
    setTeam: (to: { id: string; name: string } | null) =>
      offerUndo(change.setTeam(to?.id ?? null), to ? team.done(to.name) : team.undone, 'team'),
    setPriority: (to: Conversation['priority']) =>
      offerUndo(change.setPriority(to), priority.done(priority.names[to]), 'priority'),
    addLabel: (title: string) => offerUndo(change.setLabels([...titles, title]), labels.added(title), 'labels'),
    removeLabel: (title: string) =>
      offerUndo(change.setLabels(titles.filter((each) => each !== title)), labels.removed(title), 'labels'),
    markUnread: () => void change.markUnread().catch(() => {}),
  }
}

export type Actions = ReturnType<typeof useActions>

/** The changes, each with an optimistic update. Failures show a toast. */
function useChanges(conversation: Conversation) {
  const { id: conversation_id, url } = conversation
  const { agents, teams } = usePeople()
  const patch = (change: Partial<Conversation>) => [{ url, ...change }]
  const resolve = useAct('resolve_conversation', {
    optimistic: () => patch({ status: 'resolved', snoozed_until: null }),
  })
  const reopen = useAct('reopen_conversation', { optimistic: () => patch({ status: 'open', snoozed_until: null }) })
  const pend = useAct('mark_conversation_pending', {
    optimistic: () => patch({ status: 'pending', snoozed_until: null }),
  })
  const snooze = useAct('snooze_conversation', {
    optimistic: ({ until }) => patch({ status: 'snoozed', snoozed_until: until }),
  })
  const assign = useAct('assign_conversation', {
    optimistic: ({ agent }) => {
      const to = agents.find(({ id }) => id === agent)
      return to ? patch({ assignee: { id: to.id, name: to.name, email: to.email } }) : []
    },
  })
  const unassign = useAct('unassign_conversation', { optimistic: () => patch({ assignee: null }) })
  const setTeam = useAct('set_conversation_team', {
    optimistic: ({ team }) => {
      const to = teams.find(({ id }) => id === team)
      return patch({ team: to ? { id: to.id, name: to.name } : null })
    },
  })
  const setPriority = useAct('set_conversation_priority', { optimistic: ({ priority }) => patch({ priority }) })
  const setLabels = useAct('set_conversation_labels', { optimistic: ({ labels }) => patch({ labels }) })
  const undo = useAct('undo_conversation_change', {
    optimistic: ({ change }) => patch(Object.fromEntries(fields[change].map((field) => [field, conversation[field]]))),
  })
  const unread = useAct('mark_conversation_unread', { optimistic: () => patch({ unread: true, unread_count: 1 }) })

  return {
    resolve: () => resolve.mutateAsync({ conversation_id }),
    reopen: () => reopen.mutateAsync({ conversation_id }),
    pend: () => pend.mutateAsync({ conversation_id }),
    snooze: (until: string | null) => snooze.mutateAsync({ conversation_id, until }),
    assign: (agent: string | null) =>
      agent ? assign.mutateAsync({ conversation_id, agent }) : unassign.mutateAsync({ conversation_id }),
    setTeam: (team: string | null) => setTeam.mutateAsync({ conversation_id, team }),
    setPriority: (priority: Conversation['priority']) => setPriority.mutateAsync({ conversation_id, priority }),
    setLabels: (labels: string[]) => setLabels.mutateAsync({ conversation_id, labels }),
    markUnread: () => unread.mutateAsync({ conversation_id }),
    undo: (change: Change) => undo.mutateAsync({ conversation_id, change }),
  }
}

type Change = Input<'undo_conversation_change'>['change']

/** The fields that each kind of change shows in. */
const fields = {
  status: ['status', 'snoozed_until', 'assignee'],
  assignee: ['assignee'],
  team: ['team'],
  priority: ['priority'],
  labels: ['labels'],
} as const satisfies Record<Change, (keyof Conversation)[]>
