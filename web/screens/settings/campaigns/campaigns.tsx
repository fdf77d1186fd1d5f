import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { Plus } from '#web/ui/icons.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { CampaignStatus, pollInterval } from './campaign-status.tsx'
import { EditCampaign } from './edit-campaign.tsx'
import { useMoment } from './use-moment.ts'
import { useCampaignWords } from './words.ts'

export function Campaigns() {
  const words = useCampaignWords()
  const [isCreating, create] = useState(false)
  const list = usePages('list_campaigns', {}, { refetchInterval: (items) => pollInterval(items?.some(isRunning)) })
  const button = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} aria-haspopup="dialog" onClick={() => create(true)}>
      {words.create}
    </Button>
  )
  return (
    <Section title={words.title} hint={words.hint} actions={list.items?.length === 0 ? undefined : button}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((campaign) => (
                  <Row key={campaign.id} campaign={campaign} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }
      </Loaded>
      <EditCampaign edited={isCreating ? 'new' : undefined} onClose={() => create(false)} />
    </Section>
  )
}

function Row({ campaign }: { campaign: Campaign }) {
  const { id: account_id } = useAccount()
  const { name, inbox, status } = campaign
  return (
    <li
      className="relative grid items-center gap-x-6 gap-y-2 px-4 py-3 first:rounded-t-xl last:rounded-b-xl
        hover:bg-hover @3xl:grid-cols-[1.4fr_1fr_1.2fr]"
    >
      <div className="min-w-0">
        <Link
          to="/app/$account_id/settings/campaigns/$campaign_id"
          params={{ account_id, campaign_id: campaign.id }}
          className="block truncate text-base font-medium after:absolute after:inset-0 after:rounded-[inherit]"
        >
          {name}
        </Link>
        <div className="truncate text-sm text-ink-3">{inbox.name}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
        <CampaignStatus status={status} />
        {useMoment(campaign)}
      </div>
      {campaign.started_at && <Bar campaign={campaign} />}
    </li>
  )
}

function Bar({ campaign: { name, progress } }: { campaign: Campaign }) {
  const words = useCampaignWords()
  const format = useNumbers()
  const done = progress.sent + progress.failed
  const share = progress.total === 0 ? 0 : (done / progress.total) * 100
  return (
    <div className="text-sm">
      <div className="mb-1 flex justify-between gap-3 text-ink-3 tabular-nums">
        <span>{words.sentOf(format(progress.sent), format(progress.total))}</span>
        <span>{words.repliedShort(format(progress.replied))}</span>
      </div>
      <div
        role="progressbar"
        aria-label={`${words.progress}: ${name}`}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-press"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

const isRunning = ({ status }: Campaign) => status === 'running'
