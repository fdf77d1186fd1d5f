import type { Conversation } from '#contract/records/conversation.ts'
import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { useTime } from '#web/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { usePeople } from './use-people.ts'

/** What can be done with a conversation. It shows at once, and can be taken back. */
export function useActs(conversation: Conversation) {
  const { common } = useWords()
  const { acts, assign, team, priority, labels, snooze } = useThreadWords()
  const time = useTime()
  const change = useChanges(conversation)
  const { status, assignee, team: group, priority: urgency, labels: titles, snoozed_until } = conversation

  /** What to go back to is what is known now: by the time it is done, the conversation is shown as it will be. */
  const offer = (doing: Promise<unknown>, say: string, back: () => Promise<unknown>) => {
    const takeBack = () => void back().catch(() => {})
    void doing.then(
      () => toast.undo(say, common.undo, takeBack),
      () => {},
    )
  }
  const asBefore = {
    open: change.reopen,
    resolved: change.resolve,
    pending: change.pend,
    snoozed: () => change.snooze(snoozed_until),
  }[status]

  return {
    resolve: () => offer(change.resolve(), acts.resolved, asBefore),
    reopen: () => offer(change.reopen(), acts.reopened, asBefore),
    pend: () => offer(change.pend(), acts.pended, asBefore),
    snooze: (until: string | null) =>
      offer(change.snooze(until), until ? snooze.done(time.moment(until)) : snooze.doneOpenly, asBefore),
    assign: (to: { id: string; name: string } | null) =>
      offer(change.assign(to?.id ?? null), to ? assign.done(to.name) : assign.undone, () =>
        change.assign(assignee?.id ?? null),
      ),
    setTeam: (to: { id: string; name: string } | null) =>
      offer(change.setTeam(to?.id ?? null), to ? team.done(to.name) : team.undone, () =>
        change.setTeam(group?.id ?? null),
      ),
    setPriority: (to: Conversation['priority']) =>
      offer(change.setPriority(to), priority.done(priority.names[to]), () => change.setPriority(urgency)),
    addLabel: (title: string) =>
      offer(change.setLabels([...titles, title]), labels.added(title), () => change.setLabels(titles)),
    removeLabel: (title: string) =>
      offer(change.setLabels(titles.filter((each) => each !== title)), labels.removed(title), () =>
        change.setLabels(titles),
      ),
    markUnread: () => void change.markUnread().catch(() => {}),
  }
}

export type Acts = ReturnType<typeof useActs>

/** The changes themselves, each foreseen. A failure tells of itself. */
function useChanges({ id: conversation_id, url }: Conversation) {
  const { agents, teams } = usePeople()
  const shows = (change: Partial<Conversation>) => [{ url, ...change }]
  const resolve = useAct('resolve_conversation', { foresees: () => shows({ status: 'resolved', snoozed_until: null }) })
  const reopen = useAct('reopen_conversation', { foresees: () => shows({ status: 'open', snoozed_until: null }) })
  const pend = useAct('mark_conversation_pending', {
    foresees: () => shows({ status: 'pending', snoozed_until: null }),
  })
  const snooze = useAct('snooze_conversation', {
    foresees: ({ until }) => shows({ status: 'snoozed', snoozed_until: until }),
  })
  const assign = useAct('assign_conversation', {
    foresees: ({ agent }) => {
      const to = agents.find(({ id }) => id === agent)
      return to ? shows({ assignee: { id: to.id, name: to.name, email: to.email } }) : []
    },
  })
  const unassign = useAct('unassign_conversation', { foresees: () => shows({ assignee: null }) })
  const setTeam = useAct('set_conversation_team', {
    foresees: ({ team }) => {
      const to = teams.find(({ id }) => id === team)
      return shows({ team: to ? { id: to.id, name: to.name } : null })
    },
  })
  const setPriority = useAct('set_conversation_priority', { foresees: ({ priority }) => shows({ priority }) })
  const setLabels = useAct('set_conversation_labels', { foresees: ({ labels }) => shows({ labels }) })
  const unread = useAct('mark_conversation_unread', { foresees: () => shows({ unread: true, unread_count: 1 }) })

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
  }
}
