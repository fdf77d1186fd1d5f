import { useState } from 'react'
import { KeyRound } from '#web/ui/icons.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { describeError } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useChangeInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { toast } from '#web/ui/toast.tsx'
import { identifySnippet, signatureSnippet } from './snippets.ts'

/** Identity verification of visitors. */
export function Identity({ inbox }: { inbox: Inbox }) {
  const { install: words } = useInboxWords()
  return (
    <Panel title={words.identity} hint={words.identityHint}>
      <div className="grid grid-cols-1 gap-5">
        <Secret inbox_id={inbox.id} />
        <CodeBlock label={words.serverLabel} code={signatureSnippet} />
        <CodeBlock label={words.pageLabel} code={identifySnippet} />
        <Verification inbox={inbox} />
      </div>
    </Panel>
  )
}

/** Fetched only on request, because every view is audited. */
function Secret({ inbox_id }: { inbox_id: string }) {
  const { install: words } = useInboxWords()
  const [isShown, show] = useState(false)
  const { data, error, isFetching } = useRead('get_inbox_identity_secret', { inbox_id }, { enabled: isShown })
  if (data) return <CopyField label={words.secret} hint={words.secretHint} value={data.identity_secret} />
  return (
    <div>
      {error && (
        <div className="mb-3">
          <Notice>{describeError(error)}</Notice>
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
