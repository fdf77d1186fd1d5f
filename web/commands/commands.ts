import { useEffect, useId, useSyncExternalStore } from 'react'
import type { IconComponent } from '#web/ui/icons.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'

/** An action available now, by its key and in the command bar. */
export type Command = {
  name: string
  run: () => void
  /** One key, or a sequence of two: `g i`. */
  key?: string
  icon?: IconComponent
  /** Its group in the command bar and among the shortcuts. */
  group?: string
  /** Whether it would do something, with the focus where it is. The command bar leaves it out if not. */
  isPossible?: () => boolean
}

type Registration = { commands: readonly Command[]; first: boolean }

let registered: ReadonlyMap<string, Registration> = new Map()
const listeners = new Set<() => void>()

/**
 * Registers commands while the component is mounted: by key, in the command bar and in the list of shortcuts.
 * `first` wins where several components register the same key.
 */
export function useCommands(commands: readonly Command[], { first = false } = {}) {
  const id = useId()
  useHotkeys(Object.fromEntries(commands.flatMap(({ key, run }) => (key ? [[key, run]] : []))), { first })
  useEffect(() => {
    register(id, { commands, first })
    return () => register(id, undefined)
  })
}

/** All available commands: those whose keys win, then last registered first. */
export function useAllCommands(): Command[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registered,
  )
  return [...all.values()]
    .toReversed()
    .toSorted((a, b) => Number(b.first) - Number(a.first))
    .flatMap(({ commands }) => commands)
}

function register(id: string, registration: Registration | undefined): void {
  const current = registered.get(id)?.commands
  const commands = registration?.commands
  if (current && commands && isSame(current, commands)) return replaceRuns(current, commands)
  const next = new Map(registered)
  if (registration) next.set(id, { ...registration, commands: registration.commands.map((each) => ({ ...each })) })
  else next.delete(id)
  registered = next
  listeners.forEach((listener) => listener())
}

const isSame = (current: readonly Command[], next: readonly Command[]) =>
  current.length === next.length && current.every(({ name, key }, i) => name === next[i]?.name && key === next[i]?.key)

/** Functions may change with every render; only visible properties notify subscribers. */
function replaceRuns(current: readonly Command[], next: readonly Command[]): void {
  current.forEach((command, i) => Object.assign(command, next[i]))
}
