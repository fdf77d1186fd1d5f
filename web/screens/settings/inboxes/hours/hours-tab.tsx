import type { Inbox } from '#contract/records/inbox.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Away } from './away.tsx'
import { Holidays } from './holidays.tsx'
import { hoursOf, toDraft } from './hours-draft.ts'
import { Schedule } from './schedule.tsx'

/** Business hours, holidays and the away message. */
export function HoursTab({ inbox }: { inbox: Inbox }) {
  const { hours: words, saved } = useInboxWords()
  const { time_zone } = useAccount()
  const { draft, isChanged, change, discard } = useDraft(toDraft(inbox.business_hours, time_zone))
  const save = useChangeInbox({
    silent: true,
    onSaved: () => {
      discard()
      toast.good(saved)
    },
  })
  const errors = fieldErrors(save.error)
  const isRefused = (field: string) => Object.keys(errors).some((name) => name.startsWith(`business_hours/${field}`))
  return (
    <form
      noValidate
      onSubmit={handleSubmit(() => save.mutate({ inbox_id: inbox.id, business_hours: hoursOf(draft) }))}
      className="max-w-3xl"
    >
      {save.error && Object.keys(errors).length === 0 && (
        <div className="mb-4">
          <Notice>{describeError(save.error)}</Notice>
        </div>
      )}
      <Panel title={words.title} hint={words.hint}>
        <RadioCards
          beside
          label={words.mode}
          value={draft.mode}
          choices={{
            always: { label: words.always, hint: words.alwaysHint },
            weekly: { label: words.weekly, hint: words.weeklyHint },
          }}
          onChange={(mode) => change({ mode })}
        />
      </Panel>
      {draft.mode === 'weekly' && (
        <>
          <Schedule
            week={draft.week}
            time_zone={draft.time_zone}
            onChange={change}
            error={isRefused('intervals') ? words.invalid : undefined}
          />
          <Holidays holidays={draft.holidays} onChange={(holidays) => change({ holidays })} />
          <Away
            message={draft.message}
            isOn={draft.hasMessage}
            onChange={change}
            error={isRefused('out_of_office_message') ? words.variableInvalid : undefined}
          />
        </>
      )}
      <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
    </form>
  )
}
