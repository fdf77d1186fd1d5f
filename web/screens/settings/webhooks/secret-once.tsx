import { Copy } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useLast } from '#web/ui/use-last.ts'
import { useWebhookWords } from './words.ts'

/** Shows the signing secret once. */
export function SecretOnce({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useWebhookWords()
  const copy = useCopy()
  const last = useLast(secret)
  return (
    <Dialog firm open={secret !== undefined} onClose={onClose} title={words.secretTitle} description={words.secretHint}>
      <DialogBody>
        <code
          aria-label={words.secret}
          className="block rounded-lg bg-sunken px-3 py-2 text-sm wrap-anywhere ring-1 ring-line ring-inset"
        >
          {last}
        </code>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" icon={<Copy size={15} aria-hidden />} onClick={() => void copy(last ?? '')}>
          {common.copy}
        </Button>
        <Button look="primary" onClick={onClose}>
          {words.kept}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
