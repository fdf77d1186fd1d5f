import { useMutation } from '@tanstack/react-query'
import { channelAddress } from '#contract/channels.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { call } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useGuideWords } from '#web/screens/settings/inboxes/connection/guide/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { handleSubmit } from '#web/ui/form/on-submit.ts'
import { Send } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ConversationLink } from './conversation-link.tsx'
import { findTestTemplate, sendTest } from './send-test.ts'

/** Sends a test message: to an address the person gives, or as an answer where customers have to write first. */
export function SendTest({ inbox, latest }: { inbox: Inbox; latest: Conversation | undefined }) {
  const { test: words } = useGuideWords()
  const { id: account_id } = useAccount()
  const address = channelAddress[inbox.channel]
  const hasTemplates = inbox.channel === 'whatsapp'
  const templates = useRead('list_inbox_templates', { inbox_id: inbox.id }, { enabled: hasTemplates }).data?.items
  const template = templates && findTestTemplate(templates)
  const send = useMutation({
    meta: { silent: true },
    mutationFn: (to: string) =>
      address
        ? sendTest(account_id, inbox, to, { text: words.text, subject: words.subject, contact: words.contact })
        : call(account_id, 'send_message', { conversation_id: latest!.id, content: words.text }),
  })
  const button = (
    <Button look="outline" type="submit" busy={send.isPending} icon={<Send size={15} aria-hidden />}>
      {words.send}
    </Button>
  )
  if (!address && !latest) return <p className="text-sm text-ink-2">{words.writeFirst}</p>
  if (templates && !template) return <p className="text-sm text-ink-2">{words.noTemplate}</p>
  return (
    <form noValidate className="grid gap-3" onSubmit={handleSubmit(({ to = '' }) => send.mutate(to.trim()))}>
      {address ? (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={words.to[address]}
              hint={hasTemplates ? template && words.sendsTemplate(template.name) : words.toHints[address]}
              name="to"
              type={address === 'email' ? 'email' : 'tel'}
              autoComplete="off"
              maxLength={255}
            />
          </div>
          {button}
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">{words.answer(latest!.contact.name)}</p>
          {button}
        </div>
      )}
      {send.error && <Notice>{describeError(send.error)}</Notice>}
      {send.data && <Outcome sent={send.data} />}
    </form>
  )
}

/** The state of the test message, which live events keep up to date. */
function Outcome({ sent }: { sent: Message }) {
  const { test: words } = useGuideWords()
  const { conversation_id, id } = sent
  const { data } = useRead('get_conversation_messages', { conversation_id })
  const { status, failure } = data?.items.find((each) => each.id === id) ?? sent
  const tone = status === 'failed' ? 'bad' : status === 'pending' ? 'warn' : 'good'
  return (
    <Notice tone={tone}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 flex-1 basis-60">
          {words.statuses[status]}
          {failure && ` ${failure.provider?.message ?? failure.detail}`}
        </span>
        <ConversationLink conversation_id={conversation_id} />
      </div>
    </Notice>
  )
}
