import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAccount } from '#web/app/session.ts'
import { useIsOneOpen } from '#web/screens/inbox/actions/use-neighbours.ts'

type Rows = { items: readonly Conversation[]; reveal: (index: number) => void }

/**
 * Keyboard navigation of the rows. Tab reaches the active row. While a conversation is open, moving opens the next one
 * and focus stays in the list.
 */
export function useListNavigation({ items, reveal }: Rows) {
  const { id: account_id } = useAccount()
  const { conversation_id: openId } = useParams({ strict: false })
  const navigate = useNavigate()
  const isOneOpen = useIsOneOpen()
  const [active, setActive] = useState<string>()
  // The last position of the active row: when it leaves the list, the row in its place is next.
  const lastIndex = useRef(-1)
  const navigatedTo = useRef<string>(undefined)

  const at = items.findIndex(({ id }) => id === (active ?? openId))
  if (at >= 0) lastIndex.current = at

  // A conversation opened from elsewhere becomes the active row and is scrolled into view.
  const follow = useEffectEvent(() => {
    const place = items.findIndex(({ id }) => id === openId)
    if (!openId || place < 0) return
    setActive(openId)
    if (openId !== navigatedTo.current) reveal(place)
    navigatedTo.current = undefined
  })
  useEffect(() => follow(), [openId])

  const go = (index: number) => {
    const place = Math.max(0, Math.min(index, items.length - 1))
    const conversation_id = items[place]?.id
    if (!conversation_id) return
    navigatedTo.current = conversation_id
    setActive(conversation_id)
    reveal(place)
    focusRow(conversation_id)
    if (!openId && !isOneOpen()) return
    void navigate({ to, params: { account_id, conversation_id }, search: true, replace: true, state: true })
  }
  const move = (by: 1 | -1) => go(at >= 0 ? at + by : by > 0 ? Math.max(0, lastIndex.current) : lastIndex.current - 1)

  /** The arrow keys do the same on a row; elsewhere they scroll. */
  const keys = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).matches('[data-row]')) return
    const index = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (index === undefined) return
    event.preventDefault()
    go(index)
  }
  return { at, active: items[at]?.id, setActive, move, keys }
}

const to = '/app/$account_id/conversations/$conversation_id'

/** At once, so that Enter opens the row; a row that was out of view is rendered in the next frame. */
function focusRow(id: string) {
  const focus = () => {
    const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
    row?.focus({ preventScroll: true })
    return row !== null
  }
  if (!focus()) requestAnimationFrame(focus)
}
