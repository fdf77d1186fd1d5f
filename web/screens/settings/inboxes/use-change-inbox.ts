import type { Inbox } from '#contract/records/inbox.ts'
import type { Output } from '#web/app/api.ts'
import { queryClient, readKey, useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'

/** Updates a channel and shows the answer without another read. */
export function useChangeInbox({
  silent = false,
  onSaved,
}: { silent?: boolean; onSaved?: (inbox: Inbox) => void } = {}) {
  const cacheInbox = useCacheInbox()
  return useAct('update_inbox', {
    silent,
    invalidates: ['list_inboxes'],
    onSuccess: (inbox) => {
      cacheInbox(inbox)
      // Deferred until the page shows the new value; discarding the draft earlier would flash the old one.
      setTimeout(() => onSaved?.(inbox))
    },
  })
}

/** Writes a channel into the cache. */
export function useCacheInbox() {
  const { id } = useAccount()
  return (inbox: Inbox) =>
    queryClient.setQueryData<Output<'get_inbox'>>(
      readKey(id, 'get_inbox', { inbox_id: inbox.id }),
      // Changes of other settings return the connection without its address.
      (before) => before && { ...before, ...inbox, connection: withAddress(inbox.connection, before.connection) },
    )
}

const withAddress = (connection: Inbox['connection'], before: Inbox['connection']) =>
  connection && !connection.webhook_url && before
    ? { ...connection, webhook_url: before.webhook_url, verify_token: before.verify_token }
    : connection
