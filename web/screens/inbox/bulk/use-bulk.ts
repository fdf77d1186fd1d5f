import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { call, Problem } from '#web/app/api.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { patchRecords } from '#web/live/records.ts'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import type { BulkAction, Call } from './bulk-actions.ts'
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

  const send = async ({ name, input }: Call, isStopped = () => false) =>
    file([(await retryRateLimited(() => call(account_id, name, input), isStopped)) as unknown as Conversation])
  const report = (failed: Failure<Conversation>[]) => {
    if (failed.length === 0) return
    const names = failed.map(({ item }) => item.contact.name)
    toast.bad(words.failed(names, describeError(failed[0]!.error)))
  }
  const undoAll = async (action: BulkAction, before: Conversation[], made: Map<Conversation, Promise<void>>) => {
    const changed = before.filter((each) => action.undo(each))
    file(changed)
    const { failed } = await runAll(changed, async (each) => {
      if (await isMade(made.get(each))) await send(action.undo(each)!)
    })
    file(failed.map(({ item }) => ({ url: item.url, ...optimisticPatch(action, item) })))
    report(failed)
  }

  /** Undo is offered at once and also stops the rest, because consequences wait only some seconds since the first change. */
  const perform = async (
    action: BulkAction,
    before: Conversation[],
    message: (count: number) => string,
    onStep?: (count: number) => void,
  ) => {
    file(before.map((each) => ({ url: each.url, ...optimisticPatch(action, each) })))
    const made = new Map<Conversation, Promise<void>>()
    let isUndone = false
    const undo = () => {
      isUndone = true
      void undoAll(action, before, made)
    }
    const offer = toast.undo(message(before.length), common.undo, undo)
    const change = async (each: Conversation) => {
      if (isUndone) return
      made.set(
        each,
        send(action.request(each), () => isUndone),
      )
      await made.get(each)
    }
    const { done, failed } = await runAll(before, change, onStep)
    if (isUndone || failed.length === 0) return []
    if (done.length > 0) offer.rename(message(done.length))
    else offer.close()
    file(failed.map(({ item }) => item))
    report(failed)
    return failed
  }

  const run = async (action: BulkAction, message: (count: number) => string) => {
    if (selected.length === 0 || progress) return
    const total = selected.length
    setProgress({ done: 0, total })
    const failed = await perform(action, selected, message, (done) => setProgress({ done, total }))
    setProgress(undefined)
    if (failed.length > 0) choose(failed.map(({ item }) => item.id))
    else clear()
  }
  /** On one conversation of the list, whatever is selected. */
  const runOne = (conversation: Conversation, action: BulkAction, message: (count: number) => string) =>
    perform(action, [conversation], message)
  return { run, runOne, progress }
}

export type Bulk = ReturnType<typeof useBulk>

const optimisticPatch = ({ optimistic: shows }: BulkAction, conversation: Conversation) =>
  typeof shows === 'function' ? shows(conversation) : shows

const isMade = (change: Promise<void> | undefined) =>
  change?.then(
    () => true,
    () => false,
  )

/** Waits and tries again when the rate limit is reached, unless it was stopped meanwhile. */
async function retryRateLimited<T>(request: () => Promise<T>, isStopped: () => boolean, attempts = 3): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const mayRetry = error instanceof Problem && error.code === 'rate_limited' && attempts > 1
    if (!mayRetry) throw error
    await new Promise((go) => setTimeout(go, Math.max(1, error.retry_after) * 1000))
    if (isStopped()) throw error
    return retryRateLimited(request, isStopped, attempts - 1)
  }
}
