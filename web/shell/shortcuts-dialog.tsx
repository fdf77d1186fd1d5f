import { useAllCommands } from '#web/commands/commands.ts'
import { useWords } from '#web/i18n.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { hotkeys } from '#web/ui/hotkeys.ts'
import { Switch } from '#web/ui/switch.tsx'

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shell, common } = useWords()
  const on = hotkeys.use() === 'on'
  const keys = useKeys()
  return (
    <Dialog open={open} onClose={onClose} title={shell.shortcuts} closeLabel={common.close}>
      <DialogBody>
        <dl className="mb-4 divide-y divide-line">
          {keys.map(({ key: keys, name: meaning }) => (
            <div key={meaning} className="flex items-center justify-between gap-4 py-2 text-sm">
              <dt className="text-ink-2">{meaning}</dt>
              <dd className="flex gap-1">
                {keys.split(' ').map((key) => (
                  <kbd key={key} className="rounded bg-hover px-1.5 font-sans text-xs ring-1 ring-line ring-inset">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label={shell.singleKeys}
          hint={shell.singleKeysHint}
          checked={on}
          onChange={(next) => hotkeys.set(next ? 'on' : 'off')}
        />
      </DialogBody>
    </Dialog>
  )
}

/** The keys that do something on the screen that is open. */
function useKeys() {
  const { shell } = useWords()
  const offered = useAllCommands().flatMap(({ name, key }) => (key ? [{ name, key }] : []))
  return [...offered, { name: shell.commandBar, key: 'Ctrl K' }, { name: shell.close, key: 'Esc' }]
}
