import { limitsOf } from '#contract/plans.ts'
import { useAccount } from '#web/app/session.ts'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { AiLimits } from './ai-limits.tsx'
import { Usage } from './usage.tsx'
import { usePlanWords } from './words.ts'

export function Plan() {
  const words = usePlanWords()
  const { plan } = useAccount()
  const limits = limitsOf(plan)
  return (
    <Section narrow title={words.title} hint={words.hint}>
      <Panel title={words.yours}>
        <p className="text-2xl font-semibold">{words.names[plan] ?? plan}</p>
        <p className="mt-1 text-base text-ink-2">{words.about[plan] ?? words.about['self_hosted']}</p>
        <p className="mt-3 text-sm text-ink-3">{words.change}</p>
      </Panel>
      <Usage limits={limits} />
      <AiLimits limits={limits.ai} />
    </Section>
  )
}
