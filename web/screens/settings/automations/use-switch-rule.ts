import type { AutomationRule } from '#contract/records/automation.ts'
import { useAct } from '#web/query.ts'
import { useShow } from '#web/screens/settings/frame/use-show.ts'

/** Switches a rule on or off: seen at once, taken back when it is refused. */
export function useSwitchRule() {
  const show = useShow()
  const update = useAct('update_automation_rule', { refreshes: ['list_automation_rules', 'get_automation_rule'] })
  return ({ id: rule_id }: AutomationRule, active: boolean) => {
    const backs = [
      show(
        'list_automation_rules',
        {},
        (page) =>
          page && { ...page, items: page.items.map((each) => (each.id === rule_id ? { ...each, active } : each)) },
      ),
      show('get_automation_rule', { rule_id }, (rule) => rule && { ...rule, active }),
    ]
    update.mutate({ rule_id, active }, { onError: () => backs.forEach((back) => back()) })
  }
}
