import { useNavigate } from '@tanstack/react-router'
import type { AutomationRule } from '#contract/records/automation.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { useShow } from '#web/screens/settings/frame/use-show.ts'
import { asInput, type RuleDraft } from './rule-draft.ts'
import { useAutomationWords } from './words.ts'

/** A rule is made, or changed, of the same draft. */
export function useSaveRule(rule: AutomationRule | undefined, onSaved: () => void) {
  const words = useAutomationWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const show = useShow()
  const options = {
    quiet: true,
    refreshes: ['list_automation_rules'],
    onSuccess: (saved: AutomationRule) => {
      show('get_automation_rule', { rule_id: saved.id }, () => saved)
      onSaved()
      toast.good(words.saved)
      const params = { account_id, rule_id: saved.id }
      if (!rule) void navigate({ to: '/app/$account_id/settings/automations/$rule_id', params, replace: true })
    },
  } as const
  const create = useAct('create_automation_rule', options)
  const update = useAct('update_automation_rule', options)
  const { error, isPending } = rule ? update : create
  const save = (draft: RuleDraft) => {
    if (rule) update.mutate({ rule_id: rule.id, ...asInput(draft) })
    else create.mutate(asInput(draft))
  }
  return { save, error, isPending }
}
