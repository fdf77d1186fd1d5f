import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from '#web/ui/icons.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { language } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { MessagePreview } from '#web/features/message-template/message-area.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { backClass, Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { readAudience } from './audience.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { CampaignStatus, pollInterval } from './campaign-status.tsx'
import { Recipients } from './recipients.tsx'
import { useContactFields } from './use-contact-fields.ts'
import { useMoment } from './use-moment.ts'
import { useCampaignWords } from './words.ts'

export function CampaignPage() {
  const words = useCampaignWords()
  const { id: account_id } = useAccount()
  const { campaign_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead(
    'get_campaign',
    { campaign_id },
    { refetchInterval: ({ state }) => pollInterval(state.data?.status === 'running') },
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
    <Section narrow title={data?.name ?? words.one} back={back} actions={data && <CampaignActions campaign={data} />}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(campaign) => (
          <>
            <Summary campaign={campaign} />
            {campaign.problem && (
              <div className="mb-5">
                <Notice>{campaign.problem}</Notice>
              </div>
            )}
            {campaign.started_at && <CampaignProgress campaign={campaign} />}
            <Content campaign={campaign} />
            {campaign.started_at && <Recipients campaign={campaign} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Summary({ campaign }: { campaign: Campaign }) {
  const words = useCampaignWords()
  const time = useTime()
  const moment = useMoment(campaign)
  const createdBy = words.createdBy(campaign.created_by.name, time.ago(campaign.created_at))
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
      <CampaignStatus status={campaign.status} />
      {[campaign.inbox.name, campaign.status !== 'draft' && moment, createdBy].filter(Boolean).join(' · ')}
    </p>
  )
}

const counts = ['total', 'sent', 'delivered', 'read', 'replied', 'failed', 'opted_out', 'queued'] as const

function CampaignProgress({ campaign: { progress } }: { campaign: Campaign }) {
  const words = useCampaignWords()
  const format = useNumbers()
  return (
    <Panel title={words.standing}>
      <Progress
        label={words.progress}
        value={progress.sent + progress.failed}
        max={progress.total}
        locale={language.use()}
      />
      <dl className="mt-4 grid grid-cols-2 gap-3 @md:grid-cols-4">
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

function Content({ campaign: { content, template, audience, per_minute } }: { campaign: Campaign }) {
  const words = useCampaignWords()
  const { labels, conditions, isAdvanced } = readAudience(audience)
  const names = useContactFields()
  const conditionWords = useConditionWords()
  const time = useTime()
  const format = useNumbers()
  return (
    <Panel title={words.message}>
      {template && (
        <p className="mb-1.5 text-sm text-ink-2">{words.template.named(`${template.name} (${template.language})`)}</p>
      )}
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
            {conditionText(condition, names, conditionWords, time.day)}
          </span>
        ))}
        {isAdvanced && <Badge>{words.advancedShort}</Badge>}
      </div>
      <p className="mt-3 text-sm text-ink-3">{words.pace(per_minute, format(per_minute))}</p>
    </Panel>
  )
}
