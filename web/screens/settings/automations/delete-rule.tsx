import type { AutomationRule } from '#contract/records/automation.ts'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { useAutomationWords } from './words.ts'

type Props = { rule: AutomationRule | undefined; onClose: () => void; onDeleted?: () => void }

export function DeleteRule({ rule, onClose, onDeleted }: Props) {
  const words = useAutomationWords()
  return (
    <DeleteDialog
      record={rule}
      nameOf={({ name }) => name}
      onClose={onClose}
      onDeleted={onDeleted}
      operation="delete_automation_rule"
      input={({ id }) => ({ rule_id: id })}
      invalidates={['list_automation_rules']}
      words={words}
    >
      {words.deleteWarning}
    </DeleteDialog>
  )
}
