import { Sparkles, X } from '#web/ui/icons.ts'
import { Problem } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import type { Copilot } from './use-copilot.ts'

/** A summary of the conversation. */
export function SummaryCard({ copilot: { summary, closeSummary } }: { copilot: Copilot }) {
  const { copilot: words } = useThreadWords()
  if (!summary) return null
  const { text, error, isPending } = summary
  return (
    <section aria-label={words.summary} className="shrink-0 border-b border-line bg-sunken px-4 py-2.5">
      <div className="flex items-center gap-2">
        <Sparkles size={14} aria-hidden className="text-accent-text" />
        <h3 className="flex-1 text-sm font-semibold">{words.summary}</h3>
        <IconButton size="sm" label={words.close} onClick={closeSummary}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      <div aria-live="polite" className="max-h-48 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap text-ink-2">
        {isPending && (
          <div role="status" aria-label={words.summarising} className="space-y-2 py-1.5">
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-4/5" />
          </div>
        )}
        {!isPending && text}
        {!isPending && error && summaryError(error, words.noModel)}
      </div>
    </section>
  )
}

const summaryError = (error: unknown, noModel: string) =>
  error instanceof Problem && error.code === 'invalid_state' ? noModel : describeError(error)
