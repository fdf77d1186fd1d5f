import { useState } from 'react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Trash2 } from '#web/ui/icons.ts'
import type { AutomationRule } from '#contract/records/automation.ts'
import { useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { BackLink } from '#web/screens/settings/frame/back-link.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Sheets } from '#web/screens/settings/frame/sheets.tsx'
import { useDraft } from '#web/ui/form/use-draft.ts'
import { Notice } from '#web/ui/notice.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { DeleteRule } from './delete-rule.tsx'
import { newRule, readRule } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleLog } from './rule-log.tsx'
import { TryRule } from './try-rule.tsx'
import { useSwitchRule } from './use-switch-rule.ts'
import { useAutomationWords } from './words.ts'

export function RulePage() {
  const words = useAutomationWords()
  const { rule_id = '' } = useParams({ strict: false })
  const isNew = rule_id === 'new'
  const { data, error, refetch } = useRead('get_automation_rule', { rule_id }, { enabled: !isNew })
  const title = isNew ? words.newTitle : (data?.name ?? words.one)
  const back = <BackLink to="/app/$account_id/settings/automations" label={words.back} />
  return (
    <Section narrow title={title} back={back} actions={data && <RuleActs rule={data} />}>
      {isNew ? (
        <Rule key="new" />
      ) : (
        <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
          {(rule) => (
            <>
              {rule.problem && <Notice tone="warn">{rule.problem}</Notice>}
              <Rule key={rule.id} rule={rule} />
            </>
          )}
        </Loaded>
      )}
    </Section>
  )
}

/** The draft belongs to the page, so that unsaved changes can be tried out in the other tab. */
function Rule({ rule }: { rule?: AutomationRule }) {
  const { tabs: words } = useAutomationWords()
  const { tab = 'rule' } = useSearch({ from: '/app/$account_id/settings/automations/$rule_id' })
  const navigate = useNavigate()
  const form = useDraft(rule ? readRule(rule) : newRule)
  const existing = rule ? { rule } : {}
  const sheets = {
    rule: { name: words.rule, content: <RuleForm {...existing} {...form} /> },
    test: { name: words.test, content: <TryRule {...existing} draft={form.draft} /> },
    log: { name: words.log, content: rule && <RuleLog rule={rule} /> },
  }
  const { log: _, ...unsaved } = sheets
  return (
    <Sheets<'rule' | 'test' | 'log'>
      label={words.label}
      value={tab}
      onChange={(next) => void navigate({ to: '.', search: next === 'rule' ? {} : { tab: next }, replace: true })}
      sheets={rule ? sheets : (unsaved as typeof sheets)}
    />
  )
}

function RuleActs({ rule }: { rule: AutomationRule }) {
  const words = useAutomationWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const switchRule = useSwitchRule()
  const [deleted, remove] = useState<AutomationRule>()
  return (
    <>
      <span aria-hidden className="text-sm text-ink-2 max-sm:hidden">
        {rule.active ? words.on : words.off}
      </span>
      <Switch bare label={words.active(rule.name)} checked={rule.active} onChange={(next) => switchRule(rule, next)} />
      <IconButton label={words.delete} onClick={() => remove(rule)}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
      <DeleteRule
        rule={deleted}
        onClose={() => remove(undefined)}
        onDeleted={() => void navigate({ to: '/app/$account_id/settings/automations', params: { account_id } })}
      />
    </>
  )
}
