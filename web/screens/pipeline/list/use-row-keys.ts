import type { KeyboardEvent } from 'react'
import { useCommands } from '#web/commands/commands.ts'
import { usePipelineWords } from '#web/screens/pipeline/words.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'

/** j/k or, on a focused row, the arrow keys move between rows; x selects. */
export function useRowKeys(toggle: (id: string) => void) {
  const { list: words } = usePipelineWords()
  useHotkeys({ j: () => moveFocus(1), k: () => moveFocus(-1) })
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset['row']
  const choose = () => {
    const id = focused()
    if (id) toggle(id)
  }
  useCommands([{ name: words.selectOne, key: 'x', run: choose, isPossible: () => focused() !== undefined }])
  return (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (!by || !(event.target as HTMLElement).matches('[data-row]')) return
    event.preventDefault()
    moveFocus(by)
  }
}

function moveFocus(by: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[Math.max(0, at + by)]?.focus()
}
