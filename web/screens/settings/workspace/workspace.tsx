import { Section } from '#web/screens/settings/frame/section.tsx'
import { About } from './about.tsx'
import { Modules } from './modules.tsx'
import { useWorkspaceWords } from './words.ts'

/** What holds for the whole workspace. */
export function Workspace() {
  const words = useWorkspaceWords()
  return (
    <Section narrow title={words.title} hint={words.hint}>
      <About />
      <Modules />
    </Section>
  )
}
