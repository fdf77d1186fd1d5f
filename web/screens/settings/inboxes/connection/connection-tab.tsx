import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { ProviderChannel } from '#contract/channels.ts'
import type { Inbox, InboxConnection } from '#contract/records/inbox.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { tabsOf } from '#web/screens/settings/inboxes/inbox-tab.ts'
import { useCacheInbox } from '#web/screens/settings/inboxes/use-change-inbox.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { RefreshCw } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { isProviderChannel } from './credential-fields.ts'
import { DrawnPage, type Page } from './guide/drawing.tsx'
import { useGuideWords } from './guide/words.ts'
import { ConversationLink } from './test/conversation-link.tsx'
import { SendTest } from './test/send-panel.tsx'

/** The connection of a channel to its provider, and the steps that remain there. Demo channels have none. */
export function ConnectionTab({ inbox }: { inbox: Inbox }) {
  const { connection: words } = useInboxWords()
  const { connection, channel } = inbox
  return (
    <div className="max-w-3xl">
      <Panel
        title={words.title}
        hint={connection ? undefined : words.demoHint}
        aside={<ConnectionBadge connection={connection} />}
      >
        {connection && <State connection={connection} />}
        <div className="flex flex-wrap gap-2">
          {connection && <CheckButton inbox={inbox} />}
          {isProviderChannel(channel) && <ConnectLink channel={channel} inbox={inbox} />}
        </div>
      </Panel>
      {connection && isProviderChannel(channel) && (
        <>
          <Webhook channel={channel} connection={connection} />
          <TestMessage inbox={inbox} connection={connection} />
          <MoreLinks inbox={inbox} />
        </>
      )}
    </div>
  )
}

function State({ connection: { state, detail, account, checked_at } }: { connection: InboxConnection }) {
  const { connection: words } = useInboxWords()
  const time = useTime()
  return (
    <div className="mb-4 grid gap-4">
      {detail && <Notice tone={state === 'connected' ? 'warn' : 'bad'}>{detail}</Notice>}
      <dl className="grid gap-x-6 gap-y-2 text-sm @xl:grid-cols-2">
        {account && (
          <div>
            <dt className="text-ink-3">{words.account}</dt>
            <dd className="wrap-anywhere">
              {account.name} <span className="text-ink-3">({account.id})</span>
            </dd>
          </div>
        )}
        {checked_at && (
          <div>
            <dt className="text-ink-3">{words.checkedAt}</dt>
            <dd>{time.full(checked_at)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** The channels of Meta ask for a token besides the address. */
const metaChannels: ReadonlySet<ProviderChannel> = new Set(['whatsapp', 'messenger', 'instagram'])

/** The address the provider sends to. Telegram gets it from us. */
function Webhook({ channel, connection }: { channel: ProviderChannel; connection: InboxConnection }) {
  const { connection: words } = useInboxWords()
  const { after } = useGuideWords()
  const { webhook_url } = connection
  const verify_token = metaChannels.has(channel) ? connection.verify_token : null
  if (channel === 'telegram' || !webhook_url) return null
  const rows = [[after.callback, webhook_url], ...(verify_token ? [[after.verify, verify_token]] : [])] as const
  return (
    <Panel title={after.title} hint={after[channel]}>
      <div className="grid gap-4">
        {verify_token && (
          <DrawnPage drawing={{ site: 'developers.facebook.com', menu: ['Webhooks'], rows: rows as Page['rows'] }} />
        )}
        <div className="grid gap-4 @xl:grid-cols-2">
          <CopyField label={words.webhookUrl} value={webhook_url} />
          {verify_token && <CopyField label={words.verifyToken} value={verify_token} />}
        </div>
      </div>
    </Panel>
  )
}

/** Waits for a message of a customer, which live events show as soon as it arrives, and sends one. */
function TestMessage({ inbox, connection }: { inbox: Inbox; connection: InboxConnection }) {
  const { test: words } = useGuideWords()
  const { data } = useRead('list_conversations', { inbox_id: inbox.id, status: 'all', limit: 10 })
  const [seen, setSeen] = useState<string>()
  const waiting = data?.items.find(({ last_message }) => last_message?.direction === 'incoming')
  // An answer follows the message that arrived, which proves the connection all the same.
  if (waiting && waiting.id !== seen) setSeen(waiting.id)
  const received = data?.items.find(({ id }) => id === seen)
  const latest = received ?? data?.items[0]
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <h3 className="text-sm font-medium">{words.receiving}</h3>
          {received ? (
            <Arrived conversation_id={received.id} />
          ) : (
            <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
              <Spinner size={16} />
              {words.waiting(connection.account?.name ?? words.none)}
            </p>
          )}
        </div>
        <div className="grid gap-2">
          <h3 className="text-sm font-medium">{words.sending}</h3>
          <SendTest inbox={inbox} latest={latest} />
        </div>
      </div>
    </Panel>
  )
}

function Arrived({ conversation_id }: { conversation_id: string }) {
  const { test: words } = useGuideWords()
  return (
    <Notice tone="good">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{words.arrived}</span>
        <ConversationLink conversation_id={conversation_id} />
      </div>
    </Notice>
  )
}

function MoreLinks({ inbox }: { inbox: Inbox }) {
  const words = useInboxWords()
  const guide = useGuideWords()
  const { id: account_id } = useAccount()
  const tabs = tabsOf(inbox.channel).filter((tab) => tab === 'templates' || tab === 'events')
  return (
    <Panel title={guide.more}>
      <div className="flex flex-wrap gap-2">
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/app/$account_id/settings/inboxes/$inbox_id"
            params={{ account_id, inbox_id: inbox.id }}
            search={{ tab }}
            className={buttonClass('outline')}
          >
            {words[tab === 'templates' ? 'templates' : 'events'].title}
          </Link>
        ))}
      </div>
    </Panel>
  )
}

function ConnectLink({ channel, inbox }: { channel: ProviderChannel; inbox: Inbox }) {
  const { connection: words } = useInboxWords()
  const { id: account_id } = useAccount()
  return (
    <Link
      to="/app/$account_id/settings/inboxes/connect"
      params={{ account_id }}
      search={{ channel, inbox_id: inbox.id }}
      className={buttonClass('outline')}
    >
      {inbox.connection ? words.replace : words.connect}
    </Link>
  )
}

function CheckButton({ inbox }: { inbox: Inbox }) {
  const { connection: words } = useInboxWords()
  const cacheInbox = useCacheInbox()
  const check = useAct('check_inbox_connection', { invalidates: ['list_inboxes'], onSuccess: cacheInbox })
  return (
    <Button
      look="outline"
      busy={check.isPending}
      icon={<RefreshCw size={15} aria-hidden />}
      onClick={() => check.mutate({ inbox_id: inbox.id })}
    >
      {words.check}
    </Button>
  )
}
