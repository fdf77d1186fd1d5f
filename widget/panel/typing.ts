const REPEAT = 4_000
const IDLE = 6_000
const EXPIRY = 10_000

/** Sends a typing indicator to the team: every few seconds while the visitor types, and once when they stop. */
export function openTyping(send: (typing: boolean) => void) {
  let sentAt = 0
  let idle: number | undefined
  const stop = () => {
    clearTimeout(idle)
    if (sentAt > 0) send(false)
    sentAt = 0
  }
  return {
    stop,
    onInput(text: string) {
      if (text === '') return stop()
      clearTimeout(idle)
      idle = window.setTimeout(stop, IDLE)
      if (Date.now() - sentAt < REPEAT) return
      sentAt = Date.now()
      send(true)
    },
  }
}

/** Shows which agent is typing. The indicator expires if no update follows. */
export function showTyping(setName: (name: string | null) => void) {
  let timer: number | undefined
  return {
    show(name: string | null) {
      clearTimeout(timer)
      setName(name)
      if (name !== null) timer = window.setTimeout(() => setName(null), EXPIRY)
    },
  }
}
