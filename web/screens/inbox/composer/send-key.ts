import { preference } from '#web/ui/preference.ts'

/** Whether Enter sends or starts a new line. */
export const sendKey = preference('hilo.send-key', ['enter', 'ctrl_enter'] as const, () => 'enter')

/** On touch keyboards Enter always starts a new line, because they have no other key for it. */
export const useSendsByEnter = (): boolean =>
  sendKey.use() === 'enter' && !window.matchMedia('(pointer: coarse)').matches
