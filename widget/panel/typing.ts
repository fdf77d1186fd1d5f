const AGAIN = 4_000
const IDLE = 6_000
const FORGOTTEN = 10_000

/** Tells the team that the visitor is writing: at most every few seconds, and once when they stop. */
export function openTyping(tell: (typing: boolean) => void) {
  let told = 0
  let idle: number | undefined
  const stop = () => {
    clearTimeout(idle)
    if (told > 0) tell(false)
    told = 0
  }
  return {
    stop,
    typed(text: string) {
      if (text === '') return stop()
      clearTimeout(idle)
      idle = window.setTimeout(stop, IDLE)
      if (Date.now() - told < AGAIN) return
      told = Date.now()
      tell(true)
    },
  }
}

/** Shows who writes; one who is not heard of for a while has stopped. */
export function showTyping(show: (name: string | null) => void) {
  let timer: number | undefined
  return {
    say(name: string | null) {
      clearTimeout(timer)
      show(name)
      if (name !== null) timer = window.setTimeout(() => show(null), FORGOTTEN)
    },
  }
}
