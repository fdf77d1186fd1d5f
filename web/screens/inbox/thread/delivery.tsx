import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { explain } from '#web/i18n.ts'
import { discard, retry } from '#web/screens/inbox/composer/outbox.ts'
import type { Shown } from './grouping.ts'
import { useThreadWords } from './words.ts'

type Props = { message: Shown; onAgain: (message: Shown) => void }

/** What became of a message of ours. What went wrong says why, and can be tried again. */
export function Delivery({ message, onAgain }: Props) {
  const { thread: words } = useThreadWords()
  const { outgoing, status, content_attributes, content, attachments } = message
  if (outgoing?.state === 'failed')
    return (
      <p role="alert" className={failedClass}>
        <CircleAlert size={13} aria-hidden className="shrink-0" />
        <span>
          {words.unsent}: {explain(outgoing.error, 'message')}
        </span>
        <button type="button" onClick={() => retry(outgoing)} className={linkClass}>
          {words.retry}
        </button>
        <button type="button" onClick={() => discard(outgoing.key)} className={linkClass}>
          {words.discard}
        </button>
      </p>
    )
  if (outgoing?.state === 'sending') return <Mark icon={<Clock size={13} aria-hidden />} text={words.sending} />
  if (message.private || message.deleted) return null
  if (status !== 'failed') {
    const Icon = status === 'sent' ? Check : CheckCheck
    const colour = status === 'read' ? 'text-accent-text' : ''
    return <Mark icon={<Icon size={14} aria-hidden className={colour} />} text={words.statuses[status]} />
  }
  const reason = content_attributes['external_error']
  // Files would have to be uploaded anew.
  const mayRepeat = content && attachments.length === 0
  return (
    <p className={failedClass}>
      <CircleAlert size={13} aria-hidden className="shrink-0" />
      <span className="wrap-anywhere">
        {words.statuses.failed}
        {typeof reason === 'string' && `: ${reason}`}
      </span>
      {mayRepeat && (
        <button type="button" onClick={() => onAgain(message)} className={linkClass}>
          {words.again}
        </button>
      )}
    </p>
  )
}

const Mark = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <span title={text} className="inline-flex items-center text-ink-3">
    {icon}
    <span className="sr-only">{text}</span>
  </span>
)

const failedClass = 'flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 text-xs text-danger-text'
const linkClass = 'rounded font-semibold underline underline-offset-2 pointer-coarse:py-1.5'
