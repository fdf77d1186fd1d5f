import { ExternalLink } from '#web/ui/icons.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Identity } from './identity.tsx'
import { callsSnippet, installSnippet } from './snippets.ts'

/** Installation and identity verification. */
export function InstallTab({ inbox }: { inbox: Inbox }) {
  const { install: words } = useInboxWords()
  return (
    <div className="max-w-3xl">
      <Panel title={words.code} hint={words.codeHint} aside={<TryLink token={inbox.token} />}>
        <CodeBlock label={words.codeLabel} code={installSnippet(window.location.origin, inbox.token)} />
        <p className="mt-3 text-xs text-pretty text-ink-3">{words.policy}</p>
      </Panel>
      <Panel title={words.calls} hint={words.callsHint}>
        <CodeBlock label={words.callsLabel} code={callsSnippet} />
      </Panel>
      <Identity inbox={inbox} />
    </div>
  )
}

/** Opens the saved chat on the demo site. */
export function TryLink({ token }: { token: string }) {
  const { widget: words } = useInboxWords()
  return (
    <a
      href={`/demo?inbox=${encodeURIComponent(token)}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass('outline')}
    >
      <ExternalLink size={15} aria-hidden />
      <span className="max-sm:sr-only">{words.try}</span>
    </a>
  )
}
