import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { useMatchRoute, useNavigate, useParams } from '@tanstack/react-router'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAccount } from '#web/session.ts'

type Rows = { items: readonly Conversation[]; reveal: (index: number) => void }

/**
 * Walks the rows by keyboard. The row one stands on can be reached by Tab; while a conversation is open, walking opens
 * the next one, and the focus stays in the list.
 */
export function useWalking({ items, reveal }: Rows) {
  const { id: account_id } = useAccount()
  const { conversation_id: openId } = useParams({ strict: false })
  const navigate = useNavigate()
  const match = useMatchRoute()
  const [standing, stand] = useState<string>()
  // Where the row was: when it has left the list, the one in its place is next.
  const left = useRef(-1)
  const walkedTo = useRef<string>(undefined)

  const at = items.findIndex(({ id }) => id === (standing ?? openId))
  if (at >= 0) left.current = at

  // One that is opened from elsewhere is where one stands, and comes into sight.
  const follow = useEffectEvent(() => {
    const place = items.findIndex(({ id }) => id === openId)
    if (!openId || place < 0) return
    stand(openId)
    if (openId !== walkedTo.current) reveal(place)
    walkedTo.current = undefined
  })
  useEffect(() => follow(), [openId])

  const go = (index: number) => {
    const place = Math.max(0, Math.min(index, items.length - 1))
    const conversation_id = items[place]?.id
    if (!conversation_id) return
    walkedTo.current = conversation_id
    stand(conversation_id)
    reveal(place)
    requestAnimationFrame(() => rowOf(conversation_id)?.focus({ preventScroll: true }))
    // One that is just being opened counts as open.
    if (!openId && !match({ to, pending: true })) return
    void navigate({ to, params: { account_id, conversation_id }, search: true, replace: true })
  }
  const move = (by: 1 | -1) => go(at >= 0 ? at + by : by > 0 ? Math.max(0, left.current) : left.current - 1)

  /** The arrows do the same, but only on a row: elsewhere they scroll. */
  const keys = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).matches('[data-row]')) return
    const index = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (index === undefined) return
    event.preventDefault()
    go(index)
  }
  return { at, standing: items[at]?.id, stand, move, keys }
}

const to = '/app/$account_id/conversations/$conversation_id'

const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)
