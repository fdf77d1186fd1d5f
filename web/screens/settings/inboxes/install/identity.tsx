import { useState } from 'react'
import { KeyRound } from 'lucide-react'
import type { Inbox } from '#contract/records/inbox.ts'
import { explain } from '#web/i18n.ts'
import { CodeBlock } from '#web/parts/code-block.tsx'
import { CopyField } from '#web/parts/copy-field.tsx'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { identifying, signing } from './snippets.ts'

/** How a site proves who its visitors are. */
export function Identity({ inbox }: { inbox: Inbox }) {
  const { install: words } = useInboxWords()
  return (
    <Panel title={words.identity} hint={words.identityHint}>
      <div className="grid grid-cols-1 gap-5">
        <Secret inbox_id={inbox.id} />
        <CodeBlock label={words.serverLabel} code={signing} />
        <CodeBlock label={words.pageLabel} code={identifying} />
        <Verification inbox={inbox} />
      </div>
    </Panel>
  )
}

/** Showing it is kept in the log, so that it is only asked for when somebody wants to see it. */
function Secret({ inbox_id }: { inbox_id: string }) {
  const { install: words } = useInboxWords()
  const [isShown, show] = useState(false)
  const { data, error, isFetching } = useRead('get_inbox_identity_secret', { inbox_id }, { enabled: isShown })
  if (data) return <CopyField label={words.secret} hint={words.secretHint} value={data.identity_secret} />
  return (
    <div>
      {error && (
        <div className="mb-3">
          <Notice>{explain(error)}</Notice>
        </div>
      )}
      <Button
        look="outline"
        icon={<KeyRound size={15} aria-hidden />}
        busy={isShown && isFetching}
        onClick={() => show(true)}
      >
        {words.reveal}
      </Button>
      <p className="mt-1.5 text-xs text-ink-3">{words.secretHint}</p>
    </div>
  )
}

type Verified = 'optional' | 'required'

function Verification({ inbox }: { inbox: Inbox }) {
  const { install: words } = useInboxWords()
  const save = useChangeInbox({ onSaved: () => toast.good(words.verificationSaved) })
  const saving = save.isPending ? save.variables.settings?.identity_verification : undefined
  const choice = (kind: Verified) => ({ label: words.verifications[kind][0], hint: words.verifications[kind][1] })
  return (
    <RadioCards<Verified>
      beside
      label={words.verification}
      value={saving ?? inbox.settings.identity_verification ?? 'optional'}
      choices={{ optional: choice('optional'), required: choice('required') }}
      onChange={(identity_verification) => save.mutate({ inbox_id: inbox.id, settings: { identity_verification } })}
    />
  )
}
