import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Channel, Kind, Preferences } from './use-preferences.ts'
import { useNotificationsWords } from './words.ts'

type Props = {
  kinds: Preferences['kinds']
  onChange: (kind: Kind, channels: { [C in Channel]?: boolean }) => void
}

const needApp = new Set<Channel>(['desktop', 'sound', 'push'])

/** The ways each kind of notification is announced. */
export function Kinds({ kinds, onChange }: Props) {
  const words = useNotificationsWords()
  return (
    <div className="divide-y divide-line">
      {(Object.entries(kinds) as [Kind, { [C in Channel]?: boolean }][]).map(([kind, channels]) => {
        const [label, hint] = words.kinds[kind]
        return (
          <fieldset key={kind} className="py-3 first:pt-0 last:pb-0">
            <legend className="contents">
              <span className="block text-sm font-medium">{label}</span>
              <span className="block text-xs text-ink-3">{hint}</span>
            </legend>
            <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
              {(Object.keys(words.channels) as Channel[])
                .filter((channel) => channels[channel] !== undefined)
                .map((channel) => {
                  const isIdle = needApp.has(channel) && !channels.app
                  return (
                    <label
                      key={channel}
                      className={cx(
                        'flex items-center gap-2 py-0.5 text-sm pointer-coarse:py-1.5',
                        isIdle && 'text-ink-3',
                      )}
                    >
                      <Checkbox
                        label={`${words.channels[channel]}: ${label}`}
                        checked={Boolean(channels[channel]) && !isIdle}
                        disabled={isIdle}
                        onChange={(isOn) => onChange(kind, { [channel]: isOn })}
                      />
                      {words.channels[channel]}
                    </label>
                  )
                })}
            </div>
          </fieldset>
        )
      })}
    </div>
  )
}
