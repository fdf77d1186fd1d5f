import { Trash2 } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { AdReferral } from './ad-referral.tsx'
import { Attachments } from './attachments.tsx'
import type { ThreadMessage } from './group-messages.ts'
import { MailView } from './email/mail-view.tsx'
import { Quote } from './quote.tsx'
import { RichText } from './rich-text.tsx'
import { Sources, sourcesOf } from './sources.tsx'
import { specialContents } from './special-content.tsx'
import { isSurvey, Survey } from './survey.tsx'
import { useThreadWords } from './words.ts'

/** One message. Internal notes look different from messages the customer sees. */
export function Bubble({ message, names }: { message: ThreadMessage; names: readonly string[] }) {
  const { thread: words } = useThreadWords()
  const { content, content_type, content_attributes, attachments, deleted, direction, outgoing, reply_to } = message
  const sources = sourcesOf(message)
  const Special = isSurvey(message) ? Survey : 'email' in content_attributes ? MailView : specialContents[content_type]
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
        'max-w-[min(38rem,calc(100%-4.25rem))] pointer-coarse:max-w-[min(38rem,calc(100%-5rem))] min-w-0 rounded-2xl px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap text-ink',
        message.private && 'rounded-tr-md bg-warn-soft ring-1 ring-warn-text/25 ring-inset',
        !message.private && (direction === 'outgoing' ? 'rounded-tr-md bg-accent-soft' : 'rounded-tl-md bg-hover'),
        outgoing?.state === 'sending' && 'opacity-75',
      )}
    >
      <AdReferral attributes={content_attributes} />
      {reply_to && <Quote quoted={reply_to} />}
      {Special ? (
        <Special message={message} />
      ) : (
        content && <RichText text={content} {...(message.private && { names })} />
      )}
      {attachments.length > 0 && Special !== MailView && (
        <div className={cx(content && 'mt-2')}>
          <Attachments files={attachments} />
        </div>
      )}
      {!Special && !content && attachments.length === 0 && <span className="text-ink-3 italic">{words.nothing}</span>}
      {sources.length > 0 && <Sources sources={sources} />}
    </div>
  )
}
