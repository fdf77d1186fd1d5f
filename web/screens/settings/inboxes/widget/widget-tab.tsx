import type { Inbox } from '#contract/records/inbox.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Preview } from './preview.tsx'
import { draftOf, settingsOf } from './widget-draft.ts'
import { WidgetFields } from './widget-fields.tsx'

/** The settings of the chat, with a preview. */
export function WidgetTab({ inbox }: { inbox: Inbox }) {
  const { saved } = useInboxWords()
  const { locale } = useAccount()
  const { draft, isChanged, change, discard } = useDraft(draftOf(inbox.settings, locale))
  const save = useChangeInbox({
    silent: true,
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
        onSubmit={handleSubmit(() => save.mutate({ inbox_id: inbox.id, settings: settingsOf(draft) }))}
        className="min-w-0"
      >
        {save.error && Object.keys(errors).length === 0 && (
          <div className="mb-4">
            <Notice>{describeError(save.error)}</Notice>
          </div>
        )}
        <WidgetFields draft={draft} onChange={change} errors={errors} />
        <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
      </form>
      <Preview inbox={inbox} draft={draft} />
    </div>
  )
}
