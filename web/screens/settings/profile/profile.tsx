import { Section } from '#web/screens/settings/frame/section.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import { Notifications } from './notifications.tsx'
import { Password } from './password.tsx'
import { Sessions } from './sessions.tsx'
import { TwoFactor } from './two-factor.tsx'
import { You } from './you.tsx'

/** What people set up for themselves. */
export function Profile() {
  const { profile: words } = useSettingsWords()
  return (
    <Section title={words.title} narrow>
      <You />
      <Password />
      <TwoFactor />
      <Sessions />
      <Notifications />
    </Section>
  )
}
