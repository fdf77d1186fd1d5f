import { useEffect, useId, useSyncExternalStore } from 'react'
import type { LucideIcon } from 'lucide-react'
import { useHotkeys } from '#web/ui/hotkeys.ts'

/** Something a person can do here and now: by its key, and by the command bar. */
export type Command = {
  name: string
  run: () => void
  /** A single key, or two in turn: `g i`. */
  key?: string
  icon?: LucideIcon
  /** The heading it stands under in the command bar. */
  group?: string
}

let registered: ReadonlyMap<string, readonly Command[]> = new Map()
const listeners = new Set<() => void>()

/**
 * Offers commands for as long as the component is there. What is described once acts by key, and is found by name.
 * `first` takes a key from others who have it too.
 */
export function useCommands(commands: readonly Command[], { first = false } = {}) {
  const id = useId()
  useHotkeys(Object.fromEntries(commands.flatMap(({ key, run }) => (key ? [[key, run]] : []))), { first })
  useEffect(() => {
    register(id, commands)
    return () => register(id, undefined)
  })
}

/** All that can be done now; what came last stands first. */
export function useAllCommands(): Command[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registered,
  )
  return [...all.values()].toReversed().flat()
}

function register(id: string, commands: readonly Command[] | undefined): void {
  const known = registered.get(id)
  if (known && commands && isSame(known, commands)) return replaceRuns(known, commands)
  const next = new Map(registered)
  if (commands)
    next.set(
      id,
      commands.map((command) => ({ ...command })),
    )
  else next.delete(id)
  registered = next
  listeners.forEach((listener) => listener())
}

const isSame = (known: readonly Command[], next: readonly Command[]) =>
  known.length === next.length && known.every(({ name, key }, i) => name === next[i]?.name && key === next[i]?.key)

/** What a command does may close over what is shown; its name is what others see. */
function replaceRuns(known: readonly Command[], next: readonly Command[]): void {
  known.forEach((command, i) => (command.run = next[i]!.run))
}
