import { useWords } from '#web/app/i18n.ts'
import { useAllCommands, type Command } from '#web/commands/commands.ts'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { hotkeys } from '#web/ui/hotkeys.ts'
import { Switch } from '#web/ui/switch.tsx'

/** The shortcuts of the current screen, by group. The switch comes first, so that the dialog opens at its top. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { shell } = useWords()
  const on = hotkeys.use() === 'on'
  const groups = useShortcuts()
  return (
    <Dialog wide open={open} onClose={onClose} title={shell.shortcuts}>
      <DialogBody>
        <Switch
          label={shell.singleKeys}
          hint={shell.singleKeysHint}
          checked={on}
          onChange={(next) => hotkeys.set(next ? 'on' : 'off')}
        />
        <div className="mt-4 gap-8 sm:columns-2">
          {groups.map(([group, shortcuts]) => (
            <section key={group} aria-label={group} className="mb-5 break-inside-avoid">
              <h3 className="pb-1 text-xs font-medium text-ink-3">{group}</h3>
              <dl className="divide-y divide-line border-t border-line">
                {shortcuts.map(({ key, name }) => (
                  <div key={key} data-shortcut={key} className="flex items-center justify-between gap-4 py-1.5 text-sm">
                    <dt className="text-ink-2">{name}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {key.split(' ').map((each) => (
                        <kbd
                          key={each}
                          className="rounded bg-hover px-1.5 font-sans text-xs ring-1 ring-line ring-inset"
                        >
                          {each}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  )
}

type Shortcut = { name: string; key: string }

/** One line per key: where two commands have the same key, the one that runs. */
function useShortcuts(): [group: string, shortcuts: Shortcut[]][] {
  const { shell, commands } = useWords()
  const groups = new Map<string, Shortcut[]>()
  const known = new Set<string>()
  const general: Pick<Command, 'name' | 'key' | 'group'>[] = [
    { name: shell.commandBar, key: 'Ctrl K' },
    { name: shell.close, key: 'Esc' },
  ]
  for (const { name, key, group = commands.actions } of [...useAllCommands(), ...general]) {
    const shown = key === 'Escape' ? 'Esc' : key
    if (!shown || known.has(shown)) continue
    known.add(shown)
    groups.set(group, [...(groups.get(group) ?? []), { name, key: shown }])
  }
  // Those of the screen come before those of every screen.
  const everywhere = [commands.places, commands.actions]
  return [...groups].toSorted(([a], [b]) => everywhere.indexOf(a) - everywhere.indexOf(b))
}
