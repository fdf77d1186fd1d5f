import { ExternalLink } from 'lucide-react'
import type { Inbox } from '#contract/records/inbox.ts'
import { CodeBlock } from '#web/parts/code-block.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Identity } from './identity.tsx'
import { calling, installing } from './snippets.ts'

/** How the chat gets onto a site, and how a site tells who its visitors are. */
export function InstallTab({ inbox }: { inbox: Inbox }) {
  const { install: words } = useInboxWords()
  return (
    <div className="max-w-3xl">
      <Panel title={words.code} hint={words.codeHint} aside={<TryLink token={inbox.token} />}>
        <CodeBlock label={words.codeLabel} code={installing(window.location.origin, inbox.token)} />
        <p className="mt-3 text-xs text-pretty text-ink-3">{words.policy}</p>
      </Panel>
      <Panel title={words.calls} hint={words.callsHint}>
        <CodeBlock label={words.callsLabel} code={calling} />
      </Panel>
      <Identity inbox={inbox} />
    </div>
  )
}

/** The chat as it is saved, on a site that is there to be tried. */
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
