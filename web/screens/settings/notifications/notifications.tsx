import { DeviceSwitches } from '#web/features/notifications/device-switches.tsx'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Kinds } from './kinds.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { useChangePreferences } from './use-preferences.ts'
import { useNotificationsWords } from './words.ts'

/** How the person is notified: devices, kinds, quiet hours. */
export function Notifications() {
  const words = useNotificationsWords()
  const { data, error, refetch } = useRead('get_notification_preferences', {})
  const change = useChangePreferences()
  return (
    <Section title={words.title} narrow>
      <Panel title={words.device} hint={words.deviceHint}>
        <DeviceSwitches />
      </Panel>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ kinds, quiet_hours, show_text }) => (
          <>
            <Panel title={words.kindsTitle} hint={words.kindsHint}>
              <Kinds kinds={kinds} onChange={(kind, channels) => change({ kinds: { [kind]: channels } })} />
            </Panel>
            <Panel title={words.quiet} hint={words.quietHint}>
              <QuietHours value={quiet_hours} onChange={(next) => change({ quiet_hours: next })} />
            </Panel>
            <Panel title={words.privacy}>
              <Switch
                label={words.showText}
                hint={words.showTextHint}
                checked={show_text}
                onChange={(isOn) => change({ show_text: isOn })}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Section>
  )
}
