import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, RotateCw } from '#web/ui/icons.ts'
import type { AutomationRule, AutomationRun } from '#contract/records/automation.ts'
import { useTime } from '#web/app/format/time.ts'
import { usePages } from '#web/app/query.ts'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { SubjectLink } from './subject-link.tsx'
import { useConditionFields } from './use-condition-fields.ts'
import { useAutomationWords } from './words.ts'

const tones = { running: 'plain', done: 'good', failed: 'bad' } as const

/** The runs of the rule with their results. */
export function RuleLog({ rule }: { rule: AutomationRule }) {
  const { log: words } = useAutomationWords()
  const { status } = useSearch({ from: '/app/$account_id/settings/automations/$rule_id' })
  const navigate = useNavigate()
  const list = usePages('list_automation_runs', { rule_id: rule.id, ...(status && { status }) })
  const filter = (next: AutomationRun['status'] | 'all') =>
    void navigate({ to: '.', search: { tab: 'log', ...(next !== 'all' && { status: next }) }, replace: true })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <p className="min-w-40 flex-1 text-sm text-ink-2">{words.hint}</p>
        <Select
          label={words.filter}
          value={status ?? 'all'}
          choices={{ all: words.all, ...words.statuses }}
          marked={Boolean(status)}
          onChange={filter}
        />
        <IconButton label={words.refresh} busy={list.isRefetching} onClick={() => void list.refetch()}>
          {!list.isRefetching && <RotateCw size={15} aria-hidden />}
        </IconButton>
      </div>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={status ? words.noMatch : words.empty}>{!status && words.emptyHint}</EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((run) => (
                  <Run key={run.id} run={run} rule={rule} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Run({ run, rule }: { run: AutomationRun; rule: AutomationRule }) {
  const { log: words } = useAutomationWords()
  return (
    <li className="px-4 py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SubjectLink subject={run.subject} />
        <TimeAgo at={run.created_at} className="text-xs text-ink-3" />
        <span className="ml-auto">
          <Badge tone={tones[run.status]}>{words.statuses[run.status]}</Badge>
        </span>
      </div>
      <Why run={run} rule={rule} />
      <ol className="mt-2 grid gap-1">
        {run.steps.map((step) => (
          <Step key={step.position} step={step} />
        ))}
      </ol>
    </li>
  )
}

function Why({ run: { matched }, rule }: { run: AutomationRun; rule: AutomationRule }) {
  const { log: words, fields: between } = useAutomationWords()
  const conditionWords = useConditionWords()
  const time = useTime()
  const fields = useConditionFields(rule.event)
  if (!matched) return null
  const groups = matched.any.map(({ all }) =>
    all.map((each) => conditionText(each, fields, conditionWords, time.day)).join(` ${between.and} `),
  )
  return (
    <p className="mt-1 text-xs text-ink-3">
      {words.matched}: {groups.join(` ${between.or} `)}
    </p>
  )
}

function Step({ step }: { step: AutomationRun['steps'][number] }) {
  const { log: words, actions } = useAutomationWords()
  const isDone = step.status === 'done'
  const Icon = isDone ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        size={15}
        role="img"
        aria-label={words.step[step.status]}
        className={isDone ? 'mt-0.5 shrink-0 text-good-text' : 'mt-0.5 shrink-0 text-danger-text'}
      />
      <span className="min-w-0">
        {actions.names[step.type as keyof typeof actions.names] ?? step.type}
        {step.detail && <span className="block text-xs wrap-anywhere text-danger-text">{step.detail}</span>}
      </span>
    </li>
  )
}
