import { preference } from '#web/ui/preference.ts'

/** Whether resolving or snoozing a conversation opens the next one of the list. */
export const afterDone = preference('hilo.after-done', ['next', 'stay'] as const, () => 'next')

/** Seconds for which a message can be taken back before it is sent. */
export const undoSend = preference('hilo.undo-send', ['0', '5', '10', '20'] as const, () => '0')
