import type { AutomationRule } from '#contract/records/automation.ts'
import { useAct } from '#web/app/query.ts'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'

/** Switches a rule on or off optimistically. */
export function useSwitchRule() {
  const patch = usePatchRead()
  const update = useAct('update_automation_rule', { invalidates: ['list_automation_rules', 'get_automation_rule'] })
  return ({ id: rule_id }: AutomationRule, active: boolean) => {
    const reverts = [
      patch(
        'list_automation_rules',
        {},
        (page) =>
          page && { ...page, items: page.items.map((each) => (each.id === rule_id ? { ...each, active } : each)) },
      ),
      patch('get_automation_rule', { rule_id }, (rule) => rule && { ...rule, active }),
    ]
    update.mutate({ rule_id, active }, { onError: () => reverts.forEach((revert) => revert()) })
  }
}
