import { useState } from 'react'
import { AlarmClock, CalendarClock, MessageCircleReply, type IconComponent } from '#web/ui/icons.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAccount } from '#web/app/session.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseMoment } from './choose-moment.tsx'
import { snoozePresets } from './snooze-presets.ts'

type Props = { name: string; onClose: () => void; onChoose: (until: string | null) => void }

/** Asks until when to snooze a conversation of the list. */
export function SnoozeDialog({ name, onClose, onChoose }: Props) {
  const { snooze: words } = useThreadWords()
  const { time_zone } = useAccount()
  const time = useTime()
  const [presets] = useState(() => snoozePresets(new Date().toISOString(), time_zone))
  const [isChoosing, setChoosing] = useState(false)
  const choose = (until: string | null) => () => {
    onChoose(until)
    onClose()
  }
  if (isChoosing) return <ChooseMoment title={words.open} submit={words.submit} onClose={onClose} onChoose={onChoose} />
  return (
    <Dialog open onClose={onClose} title={words.open} description={name}>
      <ul className="px-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {presets.map(({ preset, until }) => (
          <Choice
            key={preset}
            icon={AlarmClock}
            text={words[preset]}
            hint={time.moment(until)}
            onPress={choose(until)}
          />
        ))}
        <Choice icon={MessageCircleReply} text={words.untilReply} onPress={choose(null)} />
        <Choice icon={CalendarClock} text={words.custom} onPress={() => setChoosing(true)} />
      </ul>
    </Dialog>
  )
}

type ChoiceProps = { icon: IconComponent; text: string; hint?: string; onPress: () => void }

const Choice = ({ icon: Icon, text, hint, onPress }: ChoiceProps) => (
  <li>
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg px-3 text-left text-base hover:bg-hover active:bg-press"
    >
      <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />
      <span className="flex-1">{text}</span>
      {hint && <span className="text-sm text-ink-3">{hint}</span>}
    </button>
  </li>
)
