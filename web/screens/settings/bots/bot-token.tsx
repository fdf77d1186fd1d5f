import type { NewAgentBot } from '#contract/records/agent-bot.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { useBotWords } from './words.ts'

/** Shows the token and the secret of a new bot once. */
export function BotToken({ created, onClose }: { created: NewAgentBot | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useBotWords()
  const last = useLast(created)
  return (
    <Dialog firm open={created !== undefined} onClose={onClose} title={words.tokenTitle} description={words.tokenHint}>
      <DialogBody>
        <CodeBlock label={words.token} code={last?.token ?? ''} copyLabel={common.copy} />
        <CodeBlock label={words.secret} code={last?.secret ?? ''} copyLabel={common.copy} />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onClose}>
          {words.kept}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
