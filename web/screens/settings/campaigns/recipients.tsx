import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Campaign, CampaignRecipient } from '#contract/records/campaign.ts'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { pollInterval } from './campaign-status.tsx'
import { useCampaignWords } from './words.ts'

const tones = {
  queued: 'plain',
  sent: 'accent',
  delivered: 'accent',
  read: 'accent',
  failed: 'bad',
  replied: 'good',
} as const

/** The recipients and the status of their messages. */
export function Recipients({ campaign }: { campaign: Campaign }) {
  const { recipients: words } = useCampaignWords()
  const { status } = useSearch({ from: '/app/$account_id/settings/campaigns/$campaign_id' })
  const navigate = useNavigate()
  const list = usePages(
    'list_campaign_recipients',
    { campaign_id: campaign.id, ...(status && { status }) },
    { refetchInterval: () => pollInterval(campaign.status === 'running') },
  )
  const filter = (
    <Select
      label={words.filter}
      value={status ?? 'all'}
      choices={{ all: words.all, ...words.statuses }}
      marked={Boolean(status)}
      onChange={(next) => void navigate({ to: '.', search: next === 'all' ? {} : { status: next }, replace: true })}
    />
  )
  return (
    <Panel title={words.title} aside={filter}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={status ? words.noMatch : words.empty}>{!status && words.emptyHint}</EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {items.map((recipient) => (
                  <Row key={recipient.contact.id} recipient={recipient} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ recipient }: { recipient: CampaignRecipient }) {
  const { recipients: words } = useCampaignWords()
  const { id: account_id } = useAccount()
  const { contact, status, error, sent_at, replied_at } = recipient
  const at = replied_at ?? sent_at
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar name={contact.name} size="sm" />
      <div className="min-w-0 flex-1">
        <Link
          to="/app/$account_id/contacts/$contact_id"
          params={{ account_id, contact_id: contact.id }}
          className="block truncate text-sm font-medium hover:underline"
        >
          {contact.name}
        </Link>
        {error && <div className="text-xs wrap-anywhere text-danger-text">{error}</div>}
      </div>
      {at && <TimeAgo at={at} className="text-xs whitespace-nowrap text-ink-3" />}
      <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
    </li>
  )
}
