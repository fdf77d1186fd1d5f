import type { KeyboardEvent, RefObject } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, SquareCheck } from '#web/ui/icons.ts'
import { useAccount } from '#web/app/session.ts'
import { useCommands } from '#web/commands/commands.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

/** j and k move between rows, x selects one, Enter opens it. While a contact is open, moving opens the next one. */
export function useRowKeys(scroller: RefObject<HTMLElement | null>, onToggle: (id: string) => void) {
  const { keys: words } = useContactsScreenWords()
  const { id: account_id } = useAccount()
  const { contact_id: openId } = useParams({ strict: false })
  const navigate = useNavigate()

  const move = (by: 1 | -1) => {
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const focused = rows.findIndex((row) => row === document.activeElement)
    const from = focused >= 0 ? focused : rows.findIndex((row) => row.dataset['row'] === openId)
    const row = rows[Math.max(0, from + by)]
    row?.focus()
    const contact_id = row?.dataset['row']
    if (!openId || !contact_id) return
    const to = '/app/$account_id/contacts/$contact_id'
    void navigate({ to, params: { account_id, contact_id }, search: true, replace: true })
  }
  const chosen = () => (document.activeElement as HTMLElement | null)?.dataset['row'] ?? openId
  const toggle = () => {
    const id = chosen()
    if (id) onToggle(id)
  }
  const hasRows = () => Boolean(scroller.current?.querySelector('[data-row]'))
  useCommands([
    { name: words.next, key: 'j', icon: ArrowDown, run: () => move(1), isPossible: hasRows },
    { name: words.previous, key: 'k', icon: ArrowUp, run: () => move(-1), isPossible: hasRows },
    {
      name: words.select,
      key: 'x',
      icon: SquareCheck,
      run: toggle,
      isPossible: () => chosen() !== undefined && scroller.current?.checkVisibility() === true,
    },
  ])

  /** The arrow keys do the same on a row; elsewhere they scroll. */
  return (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (!by || !(event.target as HTMLElement).matches('[data-row]')) return
    event.preventDefault()
    move(by)
  }
}
