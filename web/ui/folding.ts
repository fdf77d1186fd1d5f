import { preference } from './preference.ts'

type Folding = ReturnType<typeof preference<'open' | 'closed'>>
const known = new Map<string, Folding>()

/** Whether a part of a screen is shown or folded away, as this person left it. */
export function useFolding(name: string, usually: 'open' | 'closed' = 'open') {
  const folding = known.get(name) ?? preference(`hilo.fold.${name}`, ['open', 'closed'] as const, () => usually)
  known.set(name, folding)
  const isOpen = folding.use() === 'open'
  return [isOpen, () => folding.set(isOpen ? 'closed' : 'open')] as const
}
