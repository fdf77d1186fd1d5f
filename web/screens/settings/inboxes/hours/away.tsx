import { MessageArea } from '#web/features/message-template/message-area.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Switch } from '#web/ui/switch.tsx'
import type { HoursDraft } from './hours-draft.ts'

type Props = {
  isOn: boolean
  message: string
  onChange: (next: Partial<HoursDraft>) => void
  error: string | undefined
}

/** The message sent outside business hours. */
export function Away({ isOn, message, onChange, error }: Props) {
  const { hours: words } = useInboxWords()
  const turn = (hasMessage: boolean) =>
    onChange({ hasMessage, ...(hasMessage && !message && { message: words.awayExample }) })
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
