import { useCommands } from '#web/commands/commands.ts'
import { useAccount } from '#web/app/session.ts'
import type { SendOptions, Writing } from '#web/screens/inbox/composer/use-writing.ts'
import { snoozePresets } from '#web/screens/inbox/snooze/snooze-presets.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { AlarmClock, Check } from '#web/ui/icons.ts'

/** The keys that send and take the next step, as people read them. */
export const stepKeys = { resolve: 'Ctrl ⇧ ↵', tomorrow: 'Ctrl Alt ↵' }

type Keys = { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

/** The next step that the keys held with Enter ask for. */
export function findStep({ ctrlKey, metaKey, shiftKey, altKey }: Keys, time_zone: string): SendOptions {
  if (shiftKey) return { next: 'resolve' }
  return altKey && (ctrlKey || metaKey) ? { next: { until: findTomorrow(time_zone) } } : {}
}

/** Sending with the next step, among the shortcuts and in the command bar. */
export function useSendCommands({ submit, maySend, isNote, isEditing }: Writing) {
  const { composer: words, group } = useThreadWords()
  const { time_zone } = useAccount()
  const isPossible = () => maySend && !isNote && !isEditing
  const snooze = () => submit({ next: { until: findTomorrow(time_zone) } })
  useCommands([
    {
      name: words.sendAndResolve,
      key: stepKeys.resolve,
      icon: Check,
      group,
      isPossible,
      run: () => submit({ next: 'resolve' }),
    },
    { name: words.sendAndSnoozeTomorrow, key: stepKeys.tomorrow, icon: AlarmClock, group, isPossible, run: snooze },
  ])
}

const findTomorrow = (time_zone: string) =>
  snoozePresets(new Date().toISOString(), time_zone).find(({ preset }) => preset === 'tomorrow')!.until
