import { Plus } from 'lucide-react'
import { useCommands } from '#web/commands/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

/** Makes another of what the screen lists: by the button, by `c`, by the command bar. */
export function CreateButton({ label, onCreate }: { label: string; onCreate: () => void }) {
  useCommands([{ name: label, key: 'c', icon: Plus, run: onCreate }])
  return (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={onCreate}>
      {label}
      <Kbd onAccent>C</Kbd>
    </Button>
  )
}
