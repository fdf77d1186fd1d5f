import type { Inbox } from '#contract/records/inbox.ts'
import { queryClient, readKey, useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'

/** Changes an inbox; what it answers is what the page shows, without asking again. */
export function useChangeInbox({ quiet = false, onSaved }: { quiet?: boolean; onSaved?: (inbox: Inbox) => void } = {}) {
  const keep = useKeepInbox()
  return useAct('update_inbox', {
    quiet,
    refreshes: ['list_inboxes'],
    onSuccess: (inbox) => {
      keep(inbox)
      // Once the page shows it: a form that lets go of its draft before would show what was for a moment.
      setTimeout(() => onSaved?.(inbox))
    },
  })
}

/** Puts an inbox where the page reads it. */
export function useKeepInbox() {
  const { id } = useAccount()
  return (inbox: Inbox) => queryClient.setQueryData(readKey(id, 'get_inbox', { inbox_id: inbox.id }), inbox)
}
