import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/records/conversation.ts'
import { call, Problem, type Input, type Name } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { fileRecords } from '#web/live/records.ts'
import type { Selection } from '#web/screens/inbox/list/use-selection.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { toast } from '#web/ui/toast.tsx'
import type { BulkAct } from './bulk-acts.ts'
import { runAll, type Failure } from './run-all.ts'

/**
 * Does something with all that are selected. It shows at once; one toast offers to take all of it back; those it failed
 * for are named, shown as they were, and stay selected.
 */
export function useBulk({ selected, choose, clear }: Selection) {
  const { common } = useWords()
  const { bulk: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const file = (records: { url: string }[]) => fileRecords(client, account_id, records)

  const send = async <N extends Name>(what: { name: N; input: Input<N> } | undefined) => {
    if (what) file([(await patiently(() => call(account_id, what.name, what.input))) as unknown as Conversation])
  }
  const report = (failed: Failure<Conversation>[]) => {
    if (failed.length === 0) return
    file(failed.map(({ item }) => item))
    const names = failed.map(({ item }) => item.contact.name)
    toast.bad(words.failed(names, explain(failed[0]!.error)))
  }
  const take = async (act: BulkAct, before: Conversation[]) => {
    const changed = before.filter((each) => act.back(each))
    file(changed)
    report((await runAll(changed, (each) => send(act.back(each)))).failed)
  }

  const run = async (act: BulkAct, say: (count: number) => string) => {
    const before = selected
    if (before.length === 0 || progress) return
    file(before.map((each) => ({ url: each.url, ...shownBy(act, each) })))
    setProgress({ done: 0, total: before.length })
    const { done, failed } = await runAll(
      before,
      (each) => send(act.does(each)),
      (count) => setProgress({ done: count, total: before.length }),
    )
    setProgress(undefined)
    if (failed.length > 0) choose(failed.map(({ item }) => item.id))
    else clear()
    report(failed)
    if (done.length > 0) toast.undo(say(done.length), common.undo, () => void take(act, done))
  }
  return { run, progress }
}

export type Bulk = ReturnType<typeof useBulk>

const shownBy = ({ shows }: BulkAct, conversation: Conversation) =>
  typeof shows === 'function' ? shows(conversation) : shows

/** Who asks for much at once may be told to wait. */
async function patiently<T>(ask: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const mayPass = error instanceof Problem && error.code === 'rate_limited' && attempts > 1
    if (!mayPass) throw error
    await new Promise((go) => setTimeout(go, Math.max(1, error.retry_after) * 1000))
    return patiently(ask, attempts - 1)
  }
}
