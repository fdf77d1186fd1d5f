import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { describeError, fieldErrors } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { MessageArea } from '#web/features/message-template/message-area.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

export function CsatTab({ inbox }: { inbox: Inbox }) {
  const { csat: words, hours, saved } = useInboxWords()
  const { id: account_id } = useAccount()
  const { draft, isChanged, change, discard } = useDraft({
    enabled: inbox.csat.enabled,
    message: inbox.csat.message ?? '',
  })
  const save = useChangeInbox({
    silent: true,
    onSaved: () => {
      discard()
      toast.good(saved)
    },
  })
  const isVariable = Boolean(fieldErrors(save.error)['csat/message'])
  const where = inbox.channel === 'web_widget' ? words.where.web_widget : words.where.other
  const { enabled, message } = draft
  return (
    <form
      noValidate
      onSubmit={handleSubmit(() =>
        save.mutate({ inbox_id: inbox.id, csat: { enabled, message: message.trim() ? message : null } }),
      )}
      className="max-w-3xl"
    >
      <Panel
        title={words.title}
        hint={words.hint}
        aside={
          <Link
            to="/app/$account_id/reports/$report"
            params={{ account_id, report: 'satisfaction' }}
            className={buttonClass('outline')}
          >
            {words.results}
          </Link>
        }
      >
        <div className="grid gap-4">
          {save.error && !isVariable && <Notice>{describeError(save.error)}</Notice>}
          <Switch label={words.enabled} hint={where} checked={enabled} onChange={(next) => change({ enabled: next })} />
          {enabled && (
            <MessageArea
              label={words.message}
              hint={words.messageHint}
              rows={4}
              value={message}
              onChange={(next) => change({ message: next })}
              error={isVariable ? hours.variableInvalid : undefined}
            />
          )}
        </div>
      </Panel>
      <SaveBar isChanged={isChanged} busy={save.isPending} onDiscard={discard} />
    </form>
  )
}
