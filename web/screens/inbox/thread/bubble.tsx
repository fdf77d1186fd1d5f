import { Trash2 } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Attachments } from './attachments.tsx'
import type { Shown } from './grouping.ts'
import { RichText } from './rich-text.tsx'
import { Sources, sourcesOf } from './sources.tsx'
import { isSurvey, Survey } from './survey.tsx'
import { useThreadWords } from './words.ts'

/** One message. Notes of the team look different from everything the customer sees. */
export function Bubble({ message, names }: { message: Shown; names: readonly string[] }) {
  const { thread: words } = useThreadWords()
  const { content, attachments, deleted, direction, outgoing } = message
  const sources = sourcesOf(message)
  if (deleted)
    return (
      <p className="flex items-center gap-1.5 rounded-2xl px-3 py-1.5 text-sm text-ink-3 italic ring-1 ring-line ring-inset">
        <Trash2 size={13} aria-hidden />
        {words.deleted}
      </p>
    )
  return (
    <div
      className={cx(
        'max-w-[min(38rem,calc(100%-2.5rem))] min-w-0 rounded-2xl px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap text-ink',
        message.private && 'rounded-tr-md bg-warn-soft ring-1 ring-warn-text/25 ring-inset',
        !message.private && (direction === 'outgoing' ? 'rounded-tr-md bg-accent-soft' : 'rounded-tl-md bg-hover'),
        outgoing?.state === 'sending' && 'opacity-75',
      )}
    >
      {isSurvey(message) ? (
        <Survey message={message} />
      ) : (
        content && <RichText text={content} {...(message.private && { names })} />
      )}
      {attachments.length > 0 && (
        <div className={cx(content && 'mt-2')}>
          <Attachments files={attachments} />
        </div>
      )}
      {!content && attachments.length === 0 && <span className="text-ink-3 italic">{words.nothing}</span>}
      {sources.length > 0 && <Sources sources={sources} />}
    </div>
  )
}
