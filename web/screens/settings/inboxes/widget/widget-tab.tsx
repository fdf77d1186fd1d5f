import type { Inbox } from '#contract/records/inbox.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { SaveBar } from '#web/parts/saving/save-bar.tsx'
import { useDraft } from '#web/parts/saving/use-draft.ts'
import { useAccount } from '#web/session.ts'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Preview } from './preview.tsx'
import { draftOf, settingsOf } from './widget-draft.ts'
import { WidgetFields } from './widget-fields.tsx'

/** How the live chat looks and behaves, and beside it how it will. */
export function WidgetTab({ inbox }: { inbox: Inbox }) {
  const { saved } = useInboxWords()
  const { locale } = useAccount()
  const { draft, isChanged, change, discard } = useDraft(draftOf(inbox.settings, locale))
  const save = useChangeInbox({
    quiet: true,
    onSaved: () => {
      discard()
      toast.good(saved)
    },
  })
  const errors = fieldErrors(save.error)
  return (
    <div className="grid items-start gap-x-8 gap-y-4 @4xl:grid-cols-[minmax(0,1fr)_25rem]">
      <form
        noValidate
        onSubmit={submitted(() => save.mutate({ inbox_id: inbox.id, settings: settingsOf(draft) }))}
        className="min-w-0"
      >
        {save.error && Object.keys(errors).length === 0 && (
          <div className="mb-4">
            <Notice>{explain(save.error)}</Notice>
          </div>
        )}
        <WidgetFields draft={draft} onChange={change} errors={errors} />
        <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
      </form>
      <Preview inbox={inbox} draft={draft} />
    </div>
  )
}
