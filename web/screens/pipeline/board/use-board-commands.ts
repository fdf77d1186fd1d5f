import { ArrowLeft, ArrowRight, SquareKanban } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import type { Card } from './use-move.ts'

type Options = {
  find: (id: string | undefined) => Card | undefined
  onMenu: (card: Card, at: Element) => void
  onShift: (id: string, by: 1 | -1) => void
}

/** Commands for the focused card. */
export function useBoardCommands({ find, onMenu, onShift }: Options) {
  const { move: words } = usePipelineWords()
  const shift = (by: 1 | -1) => {
    const id = focusedCard()?.dataset['card']
    if (id) onShift(id, by)
  }
  const openMenu = () => {
    const at = focusedCard()
    const card = find(at?.dataset['card'])
    if (at && card) onMenu(card, at)
  }
  const isPossible = () => focusedCard() !== undefined
  useCommands([
    { name: words.to, key: 'm', icon: SquareKanban, run: openMenu, isPossible },
    // The board handles these keys itself; listed here for the command bar and the help.
    { name: words.next, key: 'Shift →', icon: ArrowRight, run: () => shift(1), isPossible },
    { name: words.previous, key: 'Shift ←', icon: ArrowLeft, run: () => shift(-1), isPossible },
  ])
}

const focusedCard = () => document.activeElement?.closest<HTMLElement>('[data-card]') ?? undefined
