import type { AutomationRule } from '#contract/records/automation.ts'
import { useWords } from '#web/i18n.ts'
import { useLast } from '#web/parts/use-last.ts'
import { useAct } from '#web/query.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useAutomationWords } from './words.ts'

type Props = { rule: AutomationRule | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteRule({ rule, onClose, onDeleted }: Props) {
  const { common } = useWords()
  const words = useAutomationWords()
  const shown = useLast(rule)
  const remove = useAct('delete_automation_rule', {
    refreshes: ['list_automation_rules'],
    onSuccess: () => {
      onClose()
      if (shown) toast.good(words.deleted(shown.name))
      onDeleted?.()
    },
  })
  return (
    <Confirm
      open={rule !== undefined}
      onClose={onClose}
      title={words.deleteTitle(shown?.name ?? '')}
      cancel={common.cancel}
      confirm={words.delete}
      busy={remove.isPending}
      onConfirm={() => rule && remove.mutate({ rule_id: rule.id })}
    >
      {words.deleteWarning}
    </Confirm>
  )
}
