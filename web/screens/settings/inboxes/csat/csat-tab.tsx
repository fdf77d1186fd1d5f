import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { explain, fieldErrors } from '#web/i18n.ts'
import { MessageArea } from '#web/parts/message/message-area.tsx'
import { SaveBar } from '#web/parts/saving/save-bar.tsx'
import { useDraft } from '#web/parts/saving/use-draft.ts'
import { useAccount } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { submitted } from '#web/ui/submitted.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'

/** Whether customers are asked how it was, and in which words. */
export function CsatTab({ inbox }: { inbox: Inbox }) {
  const { csat: words, hours, saved } = useInboxWords()
  const { id: account_id } = useAccount()
  const { draft, isChanged, change, discard } = useDraft({
    enabled: inbox.csat.enabled,
    message: inbox.csat.message ?? '',
  })
  const save = useChangeInbox({
    quiet: true,
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
      onSubmit={submitted(() =>
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
          {save.error && !isVariable && <Notice>{explain(save.error)}</Notice>}
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
