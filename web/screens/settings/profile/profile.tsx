import { Section } from '#web/screens/settings/frame/section.tsx'
import { InboxHabits } from './inbox-habits.tsx'
import { Password } from './password.tsx'
import { Sessions } from './sessions.tsx'
import { Signature } from './signature.tsx'
import { TwoFactor } from './two-factor.tsx'
import { useProfileWords } from './words.ts'
import { You } from './you.tsx'

export function Profile() {
  const words = useProfileWords()
  return (
    <Section title={words.title} narrow>
      <You />
      <Signature />
      <InboxHabits />
      <Password />
      <TwoFactor />
      <Sessions />
    </Section>
  )
}
