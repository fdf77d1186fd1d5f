import { useNavigate } from '@tanstack/react-router'
import type { AutomationRule } from '#contract/records/automation.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'
import { toast } from '#web/ui/toast.tsx'
import { asInput, type RuleDraft } from './rule-draft.ts'
import { useAutomationWords } from './words.ts'

/** Creates or updates the rule from the draft. */
export function useSaveRule(rule: AutomationRule | undefined, onSaved: () => void) {
  const words = useAutomationWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const patch = usePatchRead()
  const options = {
    silent: true,
    invalidates: ['list_automation_rules'],
    onSuccess: (saved: AutomationRule) => {
      patch('get_automation_rule', { rule_id: saved.id }, () => saved)
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
