import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#web/app/session.ts'
import { countOptimistic } from './query-client.ts'
import { patchRecords, type Patch } from './records.ts'
import { isAffectedBy, refresh } from './refreshing.ts'
import { notifySignal } from './signals.ts'
import { subscribe, type LiveEvent } from './stream.ts'

const BATCH_MILLISECONDS = 120
const PAUSE_MILLISECONDS = 700
const MAX_DELAYS = 25

/** Keeps all screens up to date: records in events are patched at once, affected lists are fetched again. */
export function useLive(account_id: string) {
  const client = useQueryClient()
  useEffect(() => {
    const batch = batchEvents(client, account_id)
    const stop = subscribe(account_id, client.getQueryData(sessionQuery.queryKey)?.position ?? '', {
      onEvent: (event) => (event.name in signals ? notifySignal(event) : batch.add(event)),
      onReset: () => void client.invalidateQueries({ queryKey: [account_id] }),
    })
    return () => {
      stop()
      batch.stop()
    }
  }, [client, account_id])
}

const signals = { 'conversation.typing': true, 'conversation.viewing': true }

/** Batches events, so that screens update once. */
function batchEvents(client: QueryClient, account_id: string) {
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let delays = 0

  const flush = () => {
    // A fetch during an optimistic change would return data without it.
    if (countOptimistic(client) > 0 && ++delays < MAX_DELAYS) {
      timer = setTimeout(flush, BATCH_MILLISECONDS)
      return
    }
    delays = 0
    const events = waiting
    waiting = []
    patchRecords(client, account_id, events.flatMap(recordsOf))
    const stale = client
      .getQueryCache()
      .findAll({ queryKey: [account_id] })
      .filter(({ queryKey }) => events.some((event) => isAffectedBy(event, queryKey)))
    stale.forEach((query) => void refresh(client, query))
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.length > 0) flush()
    }, PAUSE_MILLISECONDS)
  }

  return {
    add(event: LiveEvent) {
      waiting.push(event)
      timer ??= setTimeout(flush, BATCH_MILLISECONDS)
    },
    stop: () => clearTimeout(timer),
  }
}

function recordsOf({ payload }: LiveEvent): Patch[] {
  return Object.values(payload).filter(
    (each): each is Patch => typeof (each as Partial<Patch> | null)?.url === 'string',
  )
}
