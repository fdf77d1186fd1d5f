import { useWords } from '#web/i18n.ts'
import { useAct } from '#web/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { Chosen } from './use-chosen.ts'

const AT_ONCE = 4

/** Puts a label on all chosen contacts, or takes it off, and offers to take that back. */
export function useLabelMany({ contacts }: Chosen) {
  const { bulk: words } = useContactWords()
  const { common } = useWords()
  const tag = useAct('tag_contact', { quiet: true })
  const untag = useAct('untag_contact', { quiet: true })

  const each = async (ids: readonly string[], label_title: string, on: boolean) => {
    const act = on ? tag : untag
    const done: string[] = []
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE)
      const settled = await Promise.allSettled(some.map((contact_id) => act.mutateAsync({ contact_id, label_title })))
      done.push(...some.filter((_, i) => settled[i]!.status === 'fulfilled'))
    }
    return done
  }

  return async (title: string, on: boolean) => {
    // Who carries it already is not touched, so that taking it back does not take it from them.
    const ids = contacts.filter(({ labels }) => labels.includes(title) !== on).map(({ id }) => id)
    const done = await each(ids, title, on)
    if (done.length < ids.length) toast.bad(words.failed(ids.length - done.length))
    if (done.length === 0) return
    const say = on ? words.tagged(title, done.length) : words.untagged(title, done.length)
    toast.undo(say, common.undo, () => void each(done, title, !on))
  }
}
