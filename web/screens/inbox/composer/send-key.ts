import { preference } from '#web/ui/preference.ts'

/** Whether Enter sends, or begins a new line. */
export const sendKey = preference('hilo.send-key', ['enter', 'ctrl_enter'] as const, () => 'enter')

/** A keyboard on the glass has no other way to begin a new line. */
export const useSendsByEnter = (): boolean =>
  sendKey.use() === 'enter' && !window.matchMedia('(pointer: coarse)').matches
