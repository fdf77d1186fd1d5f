import { Sparkles, TextQuote, X } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sources } from '#web/screens/inbox/thread/sources.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Copilot } from './use-copilot.ts'

export function CopilotTools({ copilot }: { copilot: Copilot }) {
  const { copilot: words } = useThreadWords()
  return (
    <>
      <IconButton label={words.suggest} hotkey="q" busy={copilot.isSuggesting} onClick={copilot.suggest}>
        {!copilot.isSuggesting && <Sparkles size={16} aria-hidden />}
      </IconButton>
      <IconButton label={words.summarise} hotkey="y" onClick={copilot.summarise}>
        <TextQuote size={16} aria-hidden />
      </IconButton>
    </>
  )
}

/** The sources of a suggestion, until it is dismissed. */
export function SuggestionNotice({ copilot: { offer, isSuggesting, dismiss } }: { copilot: Copilot }) {
  const { copilot: words } = useThreadWords()
  return (
    <div role="status">
      {isSuggesting && <span className="sr-only">{words.suggesting}</span>}
      {offer && !isSuggesting && (
        <div className="mb-2 flex items-start gap-2 rounded-lg bg-accent-soft px-3 py-2 text-sm text-ink">
          <Sparkles size={15} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
          <div className="min-w-0 flex-1">
            {offer.content ? words.suggested : words.nothing}
            {offer.content && offer.sources.length > 0 && <Sources label={words.sources} sources={offer.sources} />}
          </div>
          <IconButton size="sm" label={words.close} onClick={dismiss} className="-my-1 -mr-1.5">
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
