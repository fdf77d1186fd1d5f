import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { Campaign } from '#contract/records/campaign.ts'
import { useNumbers } from '#web/numbers.ts'
import { asText } from '#web/parts/conditions/as-text.ts'
import { useConditionWords } from '#web/parts/conditions/words.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { useRead } from '#web/query.ts'
import { language } from '#web/i18n.ts'
import { MessagePreview } from '#web/parts/message/message-area.tsx'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { backClass, Section } from '#web/screens/settings/frame/section.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { readAudience } from './audience.ts'
import { CampaignActs } from './campaign-acts.tsx'
import { CampaignStatus, whileRunning } from './campaign-status.tsx'
import { Recipients } from './recipients.tsx'
import { useContactFields } from './use-contact-fields.ts'
import { useMoment } from './use-moment.ts'

/** One campaign: how far it has come, what it says to whom, and what became of each message. */
export function CampaignPage() {
  const { campaigns: words } = useSettingsWords()
  const { id: account_id } = useAccount()
  const { campaign_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead(
    'get_campaign',
    { campaign_id },
    { refetchInterval: ({ state }) => whileRunning(state.data?.status === 'running') },
  )
  const back = (
    <Link
      to="/app/$account_id/settings/campaigns"
      params={{ account_id }}
      aria-label={words.back}
      className={backClass}
    >
      <ArrowLeft size={18} aria-hidden />
    </Link>
  )
  return (
    <Section narrow title={data?.name ?? words.one} back={back} actions={data && <CampaignActs campaign={data} />}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(campaign) => (
          <>
            <Summary campaign={campaign} />
            {campaign.started_at && <Standing campaign={campaign} />}
            <Content campaign={campaign} />
            {campaign.started_at && <Recipients campaign={campaign} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Summary({ campaign }: { campaign: Campaign }) {
  const { campaigns: words } = useSettingsWords()
  const time = useTime()
  const moment = useMoment(campaign)
  const made = words.createdBy(campaign.created_by.name, time.ago(campaign.created_at))
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      <CampaignStatus status={campaign.status} />
      {[campaign.inbox.name, campaign.status !== 'draft' && moment, made].filter(Boolean).join(' · ')}
    </p>
  )
}

const counts = ['total', 'sent', 'replied', 'failed', 'queued'] as const

function Standing({ campaign: { progress } }: { campaign: Campaign }) {
  const { campaigns: words } = useSettingsWords()
  const format = useNumbers()
  return (
    <Panel title={words.standing}>
      <Progress
        label={words.progress}
        value={progress.sent + progress.failed}
        max={progress.total}
        locale={language.use()}
      />
      <dl className="mt-4 grid grid-cols-2 gap-3 @md:grid-cols-3 @xl:grid-cols-5">
        {counts.map((count) => (
          <div key={count} className="flex flex-col-reverse">
            <dt className="text-xs text-ink-3">{words.counts[count]}</dt>
            <dd className="text-xl font-semibold tabular-nums">{format(progress[count])}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Content({ campaign: { content, audience, per_minute } }: { campaign: Campaign }) {
  const { campaigns: words } = useSettingsWords()
  const { labels, conditions, isAdvanced } = readAudience(audience)
  const names = useContactFields()
  const conditionWords = useConditionWords()
  const time = useTime()
  const format = useNumbers()
  return (
    <Panel title={words.message}>
      <MessagePreview content={content} variables={words.variables} />
      <h3 className="mt-5 mb-1.5 text-sm font-medium">{words.audience}</h3>
      <div className="flex flex-wrap items-center gap-1.5">
        {labels.map((title) => (
          <LabelChip key={title} title={title} />
        ))}
        {conditions.map((condition) => (
          <span
            key={JSON.stringify(condition)}
            className="rounded-md bg-hover px-2 py-0.5 text-xs font-medium text-ink-2"
          >
            {asText(condition, names, conditionWords, time.day)}
          </span>
        ))}
        {isAdvanced && <Badge>{words.advancedShort}</Badge>}
      </div>
      <p className="mt-3 text-sm text-ink-3">{words.pace(per_minute, format(per_minute))}</p>
    </Panel>
  )
}
