import { MessageArea } from '#web/parts/message/message-area.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import type { HoursDraft } from './hours-draft.ts'

type Props = {
  isOn: boolean
  message: string
  onChange: (next: Partial<HoursDraft>) => void
  error: string | undefined
}

/** What is told to who writes while nobody is there. */
export function Away({ isOn, message, onChange, error }: Props) {
  const { hours: words } = useInboxWords()
  const turn = (tells: boolean) => onChange({ tells, ...(tells && !message && { message: words.awayExample }) })
  return (
    <Panel title={words.away}>
      <div className="grid gap-4">
        <Switch label={words.awaySwitch} hint={words.awayHint} checked={isOn} onChange={turn} />
        {isOn && (
          <MessageArea
            label={words.awayText}
            value={message}
            onChange={(next) => onChange({ message: next })}
            error={error}
          />
        )}
      </div>
    </Panel>
  )
}
