import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#web/session.ts'
import { fileRecords, type Patch } from './records.ts'
import { concerns, refresh } from './refreshing.ts'
import { tellSignal } from './signals.ts'
import { listen, type Said } from './stream.ts'

const GATHERING_MILLISECONDS = 120
const RESTING_MILLISECONDS = 700
const MOST_PUT_OFF = 25

/** Keeps every screen of the account as the server has it: records an event carries are shown at once, lists are asked again. */
export function useLive(account_id: string) {
  const client = useQueryClient()
  useEffect(() => {
    const gatherer = gather(client, account_id)
    const stop = listen(account_id, client.getQueryData(sessionQuery.queryKey)?.position ?? '', {
      told: (said) => (said.name in signals ? tellSignal(said) : gatherer.take(said)),
      reset: () => void client.invalidateQueries({ queryKey: [account_id] }),
    })
    return () => {
      stop()
      gatherer.stop()
    }
  }, [client, account_id])
}

const signals = { 'conversation.typing': true, 'conversation.viewing': true }

/** Many events come at once; screens change once. */
function gather(client: QueryClient, account_id: string) {
  let waiting: Said[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let putOff = 0

  const flush = () => {
    // While a change is shown that is not made yet, an answer would be without it.
    if (client.isMutating({ predicate: foresees }) > 0 && ++putOff < MOST_PUT_OFF) {
      timer = setTimeout(flush, GATHERING_MILLISECONDS)
      return
    }
    putOff = 0
    const events = waiting
    waiting = []
    fileRecords(client, account_id, events.flatMap(recordsOf))
    const stale = client
      .getQueryCache()
      .findAll({ queryKey: [account_id] })
      .filter(({ queryKey }) => events.some((said) => concerns(said, queryKey)))
    stale.forEach((query) => void refresh(client, query))
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.length > 0) flush()
    }, RESTING_MILLISECONDS)
  }

  return {
    take(said: Said) {
      waiting.push(said)
      timer ??= setTimeout(flush, GATHERING_MILLISECONDS)
    },
    stop: () => clearTimeout(timer),
  }
}

const foresees = ({ meta }: { meta: Record<string, unknown> | undefined }) => meta?.['foresees'] === true

function recordsOf({ payload }: Said): Patch[] {
  return Object.values(payload).filter(
    (each): each is Patch => typeof (each as Partial<Patch> | null)?.url === 'string',
  )
}
