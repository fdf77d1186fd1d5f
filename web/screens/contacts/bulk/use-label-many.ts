import type { Contact } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { toast } from '#web/ui/toast.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

const CONCURRENCY = 4

/** Adds a label to all selected contacts or removes it, with undo. */
export function useLabelMany(contacts: readonly Contact[]) {
  const { bulk: words } = useContactsScreenWords()
  const { common } = useWords()
  const tag = useAct('tag_contact', { silent: true })
  const untag = useAct('untag_contact', { silent: true })

  const each = async (ids: readonly string[], label_title: string, on: boolean) => {
    const act = on ? tag : untag
    const done: string[] = []
    for (let from = 0; from < ids.length; from += CONCURRENCY) {
      const some = ids.slice(from, from + CONCURRENCY)
      const settled = await Promise.allSettled(some.map((contact_id) => act.mutateAsync({ contact_id, label_title })))
      done.push(...some.filter((_, i) => settled[i]!.status === 'fulfilled'))
    }
    return done
  }

  return async (title: string, on: boolean) => {
    // Contacts that have the label already are left alone, so that undo does not remove it from them.
    const ids = contacts.filter(({ labels }) => labels.includes(title) !== on).map(({ id }) => id)
    const done = await each(ids, title, on)
    if (done.length < ids.length) toast.bad(words.failed(ids.length - done.length))
    if (done.length === 0) return
    const text = on ? words.labelled(title, done.length) : words.unlabelled(title, done.length)
    toast.undo(text, common.undo, () => void each(done, title, !on))
  }
}
