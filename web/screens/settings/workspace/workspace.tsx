import { Section } from '#web/screens/settings/frame/section.tsx'
import { About } from './about.tsx'
import { Modules } from './modules.tsx'
import { RetentionPanel } from './retention.tsx'
import { useWorkspaceWords } from './words.ts'

export function Workspace() {
  const words = useWorkspaceWords()
  return (
    <Section narrow title={words.title} hint={words.hint}>
      <About />
      <Modules />
      <RetentionPanel />
    </Section>
  )
}
