import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { classicCall, incomingCall, statusCall } from './calls.ts'

/** Instructions for software that delivers the messages of this channel. */
export function ApiTab({ inbox }: { inbox: Inbox }) {
  const { api: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const { origin } = window.location
  return (
    <div className="max-w-3xl">
      <Panel title={words.connect} hint={words.connectHint}>
        <div className="grid gap-4 @xl:grid-cols-2">
          <CopyField label={words.inboxId} value={inbox.id} />
          <CopyField label={words.token} hint={words.tokenHint} value={inbox.token} />
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <Link to="/app/$account_id/settings/api-keys" params={{ account_id }} className={buttonClass('outline')}>
            {words.keys}
          </Link>
          <Link to="/app/$account_id/settings/webhooks" params={{ account_id }} className={buttonClass('outline')}>
            {words.webhooks}
          </Link>
        </div>
      </Panel>
      <Panel title={words.incoming} hint={words.incomingHint}>
        <CodeBlock label={words.incoming} code={incomingCall(origin, inbox.id)} />
      </Panel>
      <Panel title={words.outgoing} hint={words.outgoingHint}>
        <CodeBlock label={words.status} code={statusCall(origin)} />
      </Panel>
      <Panel title={words.classic} hint={words.classicHint}>
        <CodeBlock label={words.classic} code={classicCall(origin, inbox.token)} />
        <TokenRequirement inbox={inbox} />
      </Panel>
    </div>
  )
}

function TokenRequirement({ inbox }: { inbox: Inbox }) {
  const { api: words, saved } = useInboxWords()
  const save = useChangeInbox({ onSaved: () => toast.good(saved) })
  const saving = save.isPending ? save.variables.settings?.requires_contact_token : undefined
  return (
    <div className="mt-4">
      <Switch
        label={words.requireToken}
        checked={saving ?? inbox.settings.requires_contact_token ?? false}
        onChange={(requires_contact_token) => save.mutate({ inbox_id: inbox.id, settings: { requires_contact_token } })}
      />
      <p className="mt-1 text-xs text-ink-3">{words.requireTokenHint}</p>
    </div>
  )
}
