import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { call, Problem, type Input, type Name } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { patchRecords } from '#web/live/records.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import type { BulkAction } from './bulk-actions.ts'
import { runAll, type Failure } from './run-all.ts'

/**
 * Runs an action on all selected conversations. It shows at once, and one toast offers undo for all of them. Those that
 * fail are named, restored and stay selected.
 */
export function useBulk({ selected, choose, clear }: Selection<Conversation>) {
  const { common } = useWords()
  const { bulk: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const file = (records: { url: string }[]) => patchRecords(client, account_id, records)

  const send = async <N extends Name>(request: { name: N; input: Input<N> } | undefined) => {
    if (request)
      file([(await retryRateLimited(() => call(account_id, request.name, request.input))) as unknown as Conversation])
  }
  const report = (failed: Failure<Conversation>[]) => {
    if (failed.length === 0) return
    file(failed.map(({ item }) => item))
    const names = failed.map(({ item }) => item.contact.name)
    toast.bad(words.failed(names, describeError(failed[0]!.error)))
  }
  const undoAll = async (action: BulkAction, before: Conversation[]) => {
    const changed = before.filter((each) => action.undo(each))
    file(changed)
    report((await runAll(changed, (each) => send(action.undo(each)))).failed)
  }

  const offerUndo = (action: BulkAction, done: Conversation[], message: (count: number) => string) => {
    if (done.length > 0) toast.undo(message(done.length), common.undo, () => void undoAll(action, done))
  }

  const run = async (action: BulkAction, message: (count: number) => string) => {
    const before = selected
    if (before.length === 0 || progress) return
    file(before.map((each) => ({ url: each.url, ...optimisticPatch(action, each) })))
    setProgress({ done: 0, total: before.length })
    const { done, failed } = await runAll(
      before,
      (each) => send(action.request(each)),
      (count) => setProgress({ done: count, total: before.length }),
    )
    setProgress(undefined)
    if (failed.length > 0) choose(failed.map(({ item }) => item.id))
    else clear()
    report(failed)
    offerUndo(action, done, message)
  }
  /** On one conversation of the list, whatever is selected. */
  const runOne = async (conversation: Conversation, action: BulkAction, message: (count: number) => string) => {
    file([{ url: conversation.url, ...optimisticPatch(action, conversation) }])
    const { done, failed } = await runAll([conversation], (each) => send(action.request(each)))
    report(failed)
    offerUndo(action, done, message)
  }
  return { run, runOne, progress }
}

export type Bulk = ReturnType<typeof useBulk>

const optimisticPatch = ({ optimistic: shows }: BulkAction, conversation: Conversation) =>
  typeof shows === 'function' ? shows(conversation) : shows

/** Waits and tries again when the rate limit is reached. */
async function retryRateLimited<T>(request: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const mayRetry = error instanceof Problem && error.code === 'rate_limited' && attempts > 1
    if (!mayRetry) throw error
    await new Promise((go) => setTimeout(go, Math.max(1, error.retry_after) * 1000))
    return retryRateLimited(request, attempts - 1)
  }
}
