import { Send } from '#web/ui/icons.ts'
import type { Email } from '#contract/records/access.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOutboxWords } from './words.ts'

const tones = { queued: 'plain', sent: 'good', failed: 'bad' } as const

/** Without a mail server an e-mail is only written to disk, and never gets the time it was sent. */
const isStored = ({ status, sent_at }: Email) => status === 'sent' && sent_at === null

/** The status of an e-mail. */
export function EmailStatus({ email }: { email: Email }) {
  const words = useOutboxWords()
  if (isStored(email)) return <Badge tone="warn">{words.stored}</Badge>
  return <Badge tone={tones[email.status]}>{words.statuses[email.status]}</Badge>
}

type Props = { email_id: string | undefined; onClose: () => void }

/** One e-mail, with its status. */
export function EmailDialog({ email_id, onClose }: Props) {
  const words = useOutboxWords()
  const { data, error, refetch } = useRead(
    'get_email',
    { email_id: email_id ?? '' },
    {
      enabled: Boolean(email_id),
      // Polls while the e-mail is queued.
      refetchInterval: ({ state }) => (state.data?.status === 'queued' ? 2_000 : false),
    },
  )
  return (
    <Dialog open={Boolean(email_id)} onClose={onClose} title={data?.subject ?? words.one}>
      <DialogBody>
        <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable} rows={2}>
          {(email) => <Letter email={email} />}
        </Loaded>
      </DialogBody>
      {data?.status === 'failed' && <Resend email={data} />}
    </Dialog>
  )
}

function Letter({ email }: { email: Email }) {
  const words = useOutboxWords()
  const time = useTime()
  const { to_name, to_address, kind, error, sent_at, created_at, text } = email
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-3">{words.toLabel}</dt>
        <dd className="wrap-anywhere">{to_name ? `${to_name} <${to_address}>` : to_address}</dd>
        <dt className="text-ink-3">{words.kind}</dt>
        <dd>{words.kinds[kind] ?? kind}</dd>
        <dt className="text-ink-3">{sent_at ? words.sent : words.when}</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {time.full(sent_at ?? created_at)} <EmailStatus email={email} />
        </dd>
      </dl>
      {isStored(email) && <Notice tone="plain">{words.storedHint}</Notice>}
      {error && (
        <Notice>
          <span className="font-medium">{words.error}:</span> {error}
        </Notice>
      )}
      <div className="rounded-xl bg-sunken p-4 text-base wrap-anywhere whitespace-pre-wrap">{text}</div>
    </div>
  )
}

function Resend({ email }: { email: Email }) {
  const words = useOutboxWords()
  const resend = useAct('resend_email', {
    invalidates: ['list_emails', 'get_email'],
    onSuccess: () => toast.good(words.resent(email.to_address)),
  })
  return (
    <DialogFooter>
      <Button
        look="primary"
        icon={<Send size={15} aria-hidden />}
        busy={resend.isPending}
        onClick={() => resend.mutate({ email_id: email.id })}
      >
        {words.resend}
      </Button>
    </DialogFooter>
  )
}
