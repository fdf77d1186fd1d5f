import { Plus } from './icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'

/** Creates a record: by button, by the key `c` or from the command bar. */
export function CreateButton({ label, onCreate }: { label: string; onCreate: () => void }) {
  useCommands([{ name: label, key: 'c', icon: Plus, run: onCreate }])
  return (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
      {label}
      <Kbd onAccent>C</Kbd>
    </Button>
  )
}
