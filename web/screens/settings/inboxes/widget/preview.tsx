import { useState } from 'react'
import type { Inbox } from '#contract/records/inbox.ts'
import { language } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { TryLink } from '#web/screens/settings/inboxes/install/install-tab.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { PreviewPanel, type Moment } from './preview-panel.tsx'
import type { WidgetDraft } from './widget-draft.ts'
import './preview.css'

/** A live preview of the chat with the unsaved settings. */
export function Preview({ inbox, draft }: { inbox: Inbox; draft: WidgetDraft }) {
  const { widget: words } = useInboxWords()
  const own = language.use()
  const { name } = useAccount()
  const [chosen, choose] = useState<Moment>()
  const { form, ...others } = words.previewStates
  const moments = draft.pre_chat ? { ...others, form } : others
  const moment = chosen && chosen in moments ? chosen : draft.pre_chat ? 'form' : 'fresh'
  return (
    <section aria-label={words.preview} className="sticky top-5 min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 className="text-base font-semibold">{words.preview}</h2>
          <p className="text-xs text-ink-3">{words.previewHint}</p>
        </div>
        <TryLink token={inbox.token} />
      </div>
      <div className="mb-3">
        <Segmented
          label={words.previewLabel}
          value={moment}
          choices={moments as Record<Moment, string>}
          onChange={choose}
        />
      </div>
      <PreviewPanel
        draft={draft}
        moment={moment}
        lang={draft.locale === 'auto' ? own : draft.locale}
        inbox={inbox.name}
        team={name}
      />
    </section>
  )
}
