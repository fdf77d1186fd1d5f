import { Link } from '@tanstack/react-router'
import type { Inbox } from '#contract/records/inbox.ts'
import { CodeBlock } from '#web/parts/code-block.tsx'
import { CopyField } from '#web/parts/copy-field.tsx'
import { useAccount } from '#web/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { classic, incoming, status } from './calls.ts'

/** How a program brings and takes the messages of this inbox. */
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
        <CodeBlock label={words.incoming} code={incoming(origin, inbox.id)} />
      </Panel>
      <Panel title={words.outgoing} hint={words.outgoingHint}>
        <CodeBlock label={words.status} code={status(origin)} />
      </Panel>
      <Panel title={words.classic} hint={words.classicHint}>
        <CodeBlock label={words.classic} code={classic(origin, inbox.token)} />
      </Panel>
    </div>
  )
}
