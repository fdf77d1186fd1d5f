import { Check, CheckCheck, CircleAlert, Clock } from '#web/ui/icons.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Channel } from '#contract/channels.ts'
import { describeError } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { discard, retry } from '#web/screens/inbox/composer/outbox.ts'
import type { ThreadMessage } from './group-messages.ts'
import { patchMessage } from './cached-messages.ts'
import { useThreadWords } from './words.ts'

type Props = { message: ThreadMessage; channel: Channel; onResend: (message: ThreadMessage) => void }

/** The delivery status of an outgoing message. Failures show the reason and can be retried. */
export function Delivery({ message, channel, onResend }: Props) {
  const { thread: words } = useThreadWords()
  const { outgoing, status } = message
  if (outgoing?.state === 'failed')
    return (
      <p role="alert" className={failedClass}>
        <CircleAlert size={13} aria-hidden className="shrink-0" />
        <span>
          {words.unsent}: {describeError(outgoing.error, 'message')}
        </span>
        <button type="button" onClick={() => retry(outgoing)} className={linkClass}>
          {words.retry}
        </button>
        <button type="button" onClick={() => discard(outgoing.key)} className={linkClass}>
          {words.discard}
        </button>
      </p>
    )
  if (outgoing?.state === 'sending') return <StatusIcon icon={<Clock size={13} aria-hidden />} text={words.sending} />
  if (message.private || message.deleted) return null
  if (status !== 'failed') {
    const Icon = statusIcons[status]
    const colour = status === 'read' ? 'text-accent-text' : ''
    return <StatusIcon icon={<Icon size={14} aria-hidden className={colour} />} text={words.statuses[status]} />
  }
  return <Failure {...{ message, channel, onResend }} />
}

/** The reason of a failure. A provider is asked to send the message again; elsewhere it is sent as a new one. */
function Failure({ message, channel, onResend }: Props) {
  const { thread: words, failures } = useThreadWords()
  const { failure, content_attributes, content, attachments } = message
  const isProvider = channel !== 'api' && channel !== 'web_widget'
  const external = content_attributes['external_error']
  const detail = failure ? failures[failure.code] : external
  // Files would have to be uploaded again.
  const mayResend = !isProvider && content && attachments.length === 0
  return (
    <p className={failedClass}>
      <CircleAlert size={13} aria-hidden className="shrink-0" />
      <span className="wrap-anywhere">
        {words.statuses.failed}
        {typeof detail === 'string' && `: ${detail}`}
        {failure?.provider && <span className="text-ink-3"> ({failure.provider.message})</span>}
      </span>
      {isProvider && <RetryButton message_id={message.id} />}
      {mayResend && (
        <button type="button" onClick={() => onResend(message)} className={linkClass}>
          {words.resend}
        </button>
      )}
    </p>
  )
}

function RetryButton({ message_id }: { message_id: string }) {
  const { thread: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const retry = useAct('retry_message', { onSuccess: (message) => patchMessage(client, account_id, message) })
  return (
    <button type="button" disabled={retry.isPending} onClick={() => retry.mutate({ message_id })} className={linkClass}>
      {words.retry}
    </button>
  )
}

const statusIcons = { pending: Clock, scheduled: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck }

const StatusIcon = ({ icon, text }: { icon: React.ReactNode; text: string }) => (
  <span title={text} className="inline-flex items-center text-ink-3">
    {icon}
    <span className="sr-only">{text}</span>
  </span>
)

const failedClass = 'flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5 text-xs text-danger-text'
const linkClass = 'rounded py-1 font-semibold underline underline-offset-2 pointer-coarse:py-1.5'
