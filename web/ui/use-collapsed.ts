import { preference } from './preference.ts'

type Collapsible = ReturnType<typeof preference<'open' | 'closed'>>
const preferences = new Map<string, Collapsible>()

/** Whether a section is open or collapsed, remembered in this browser. */
export function useCollapsed(name: string, initial: 'open' | 'closed' = 'open') {
  const section = preferences.get(name) ?? preference(`hilo.fold.${name}`, ['open', 'closed'] as const, () => initial)
  preferences.set(name, section)
  const isOpen = section.use() === 'open'
  return [isOpen, () => section.set(isOpen ? 'closed' : 'open')] as const
}
