import { Copy } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { useCopy } from '#web/parts/use-copy.ts'
import { useLast } from '#web/parts/use-last.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { useWebhookWords } from './words.ts'

/** What signatures are checked with, this once. */
export function SecretOnce({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useWebhookWords()
  const copy = useCopy()
  const shown = useLast(secret)
  return (
    <Dialog
      firm
      open={secret !== undefined}
      onClose={onClose}
      title={words.secretTitle}
      description={words.secretHint}
      closeLabel={common.close}
    >
      <DialogBody>
        <code
          aria-label={words.secret}
          className="block rounded-lg bg-sunken px-3 py-2 text-sm wrap-anywhere ring-1 ring-line ring-inset"
        >
          {shown}
        </code>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" icon={<Copy size={15} aria-hidden />} onClick={() => void copy(shown ?? '')}>
          {common.copy}
        </Button>
        <Button look="primary" onClick={onClose}>
          {words.kept}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
