import { Plus } from './icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Button } from './button.tsx'
import { Kbd } from './kbd.tsx'

type Props = {
  label: string
  onCreate: () => void
  /** It leads to a page; most open a dialog. */
  isLink?: boolean
}

/** Creates a record: by button, by the key `c` or from the command bar. */
export function CreateButton({ label, onCreate, isLink = false }: Props) {
  useCommands([{ name: label, key: 'c', icon: Plus, run: onCreate }])
  return (
    <Button
      look="primary"
      icon={<Plus size={16} aria-hidden />}
      aria-haspopup={isLink ? undefined : 'dialog'}
      onClick={onCreate}
    >
      {label}
      <Kbd onAccent>C</Kbd>
    </Button>
  )
}
