import { useState } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AutomationRule } from '#contract/records/automation.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SortList, type Moves } from '#web/ui/sort-list/sort-list.tsx'
import { useReorder } from '#web/ui/sort-list/use-reorder.ts'
import { Switch } from '#web/ui/switch.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { DeleteRule } from './delete-rule.tsx'
import { useEventText } from './use-event-text.ts'
import { useSwitchRule } from './use-switch-rule.ts'
import { useAutomationWords } from './words.ts'

export function Automations() {
  const words = useAutomationWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const { data, error, refetch } = useRead('list_automation_rules', {})
  const reorder = useReorder('list_automation_rules', 'reorder_automation_rules')
  const [deleted, remove] = useState<AutomationRule>()
  const open = (rule_id: string) =>
    void navigate({ to: '/app/$account_id/settings/automations/$rule_id', params: { account_id, rule_id } })
  const button = <CreateButton isLink label={words.create} onCreate={() => open('new')} />
  return (
    <Section title={words.title} hint={words.hint} actions={data?.items.length === 0 ? undefined : button}>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <SortList label={words.title} items={items} nameOf={({ name }) => name} onReorder={reorder}>
              {(rule, moves) => (
                <Row rule={rule} moves={moves} onEdit={() => open(rule.id)} onDelete={() => remove(rule)} />
              )}
            </SortList>
          )
        }
      </Loaded>
      <DeleteRule rule={deleted} onClose={() => remove(undefined)} />
    </Section>
  )
}

type RowProps = { rule: AutomationRule; moves: Moves; onEdit: () => void; onDelete: () => void }

function Row({ rule, moves, onEdit, onDelete }: RowProps) {
  const words = useAutomationWords()
  const { id: account_id } = useAccount()
  const switchRule = useSwitchRule()
  const eventText = useEventText()
  const deeds = rule.actions.map(({ type }) => words.actions.names[type]).join(' · ')
  return (
    <>
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 @3xl:grid-cols-[1.6fr_1fr]">
        <div className="min-w-0">
          <Link
            to="/app/$account_id/settings/automations/$rule_id"
            params={{ account_id, rule_id: rule.id }}
            className="block max-w-full truncate text-base font-medium after:absolute after:inset-0"
          >
            {rule.name}
          </Link>
          <div className="truncate text-sm text-ink-3">
            {eventText(rule.event, rule.minutes)} → {deeds}
          </div>
        </div>
        <LastRun rule={rule} />
      </div>
      <div className="relative z-1">
        <Switch
          bare
          label={words.active(rule.name)}
          checked={rule.active}
          onChange={(active) => switchRule(rule, active)}
        />
      </div>
      <RowMenu name={rule.name} moves={moves} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
}

function LastRun({ rule: { last_run_at, run_count, problem } }: { rule: AutomationRule }) {
  const words = useAutomationWords()
  const time = useTime()
  const format = useNumbers()
  if (problem) return <div className="text-sm text-warn-text">{problem}</div>
  return (
    <div className="truncate text-sm text-ink-3">
      {last_run_at
        ? `${words.lastRun(time.ago(last_run_at))} · ${words.runs(run_count, format(run_count))}`
        : words.never}
    </div>
  )
}
