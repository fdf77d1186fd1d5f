import { useState } from 'react'
import { Copy, Eye, EyeOff, RefreshCw } from '#web/ui/icons.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useClassicTokenWords } from './words.ts'

/** The classic token. It is fetched only on request, because every view is audited. */
export function ClassicToken() {
  const words = useClassicTokenWords()
  const { id: account_id } = useAccount()
  const [token, setToken] = useState<string>()
  const read = useAct('get_classic_token', { silent: true, onSuccess: (answer) => setToken(answer.token) })
  return (
    <Section narrow title={words.title} hint={words.hint}>
      <Panel title={words.whatFor}>
        <p className="text-sm text-pretty text-ink-2">{words.whatForText}</p>
        <div className="mt-4">
          <CodeBlock label={words.example} code={example(account_id)} copyLabel={words.copyExample} />
        </div>
      </Panel>
      <Panel title={words.token} hint={words.hidden}>
        {read.error && (
          <div className="mb-3">
            <Notice>
              {words.failed}: {describeError(read.error)}
            </Notice>
          </div>
        )}
        <Token
          token={token}
          busy={read.isPending}
          onReveal={() => read.mutate({})}
          onHide={() => setToken(undefined)}
        />
      </Panel>
      <Regenerate onDone={setToken} />
    </Section>
  )
}

type TokenProps = { token: string | undefined; busy: boolean; onReveal: () => void; onHide: () => void }

function Token({ token, busy, onReveal, onHide }: TokenProps) {
  const words = useClassicTokenWords()
  const copy = useCopy()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        aria-live="polite"
        className="min-h-9 min-w-0 flex-1 basis-64 rounded-lg bg-sunken px-3 py-2 text-sm wrap-anywhere ring-1 ring-line ring-inset"
      >
        {token ?? '•'.repeat(32)}
      </code>
      {token ? (
        <>
          <Button look="outline" icon={<Copy size={15} aria-hidden />} onClick={() => void copy(token)}>
            {words.copy}
          </Button>
          <Button icon={<EyeOff size={15} aria-hidden />} onClick={onHide}>
            {words.hide}
          </Button>
        </>
      ) : (
        <Button look="outline" icon={<Eye size={15} aria-hidden />} busy={busy} onClick={onReveal}>
          {words.reveal}
        </Button>
      )}
    </div>
  )
}

function Regenerate({ onDone }: { onDone: (token: string) => void }) {
  const words = useClassicTokenWords()
  const [isAsking, ask] = useState(false)
  const regenerate = useAct('regenerate_classic_token', {
    onSuccess: ({ token }) => {
      ask(false)
      onDone(token)
      toast.good(words.regenerated)
    },
  })
  return (
    <>
      <Panel
        title={words.regenerate}
        hint={words.regenerateHint}
        aside={
          <Button
            look="outline"
            icon={<RefreshCw size={15} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => ask(true)}
          >
            {words.regenerate}
          </Button>
        }
      />
      <Confirm
        open={isAsking}
        onClose={() => ask(false)}
        title={words.regenerateTitle}
        confirm={words.regenerate}
        busy={regenerate.isPending}
        onConfirm={() => regenerate.mutate({})}
      >
        {words.regenerateWarning}
      </Confirm>
    </>
  )
}

const example = (account_id: string) =>
  `curl ${location.origin}/api/v1/accounts/${account_id}/conversations \\\n  -H "api_access_token: $TOKEN"`
