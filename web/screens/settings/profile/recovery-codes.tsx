import { Copy, Download } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import { useTwoFactorWords } from './words.ts'

export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { common } = useWords()
  const words = useTwoFactorWords()
  const copy = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <DialogBody>
        <div className="grid gap-4">
          <Notice tone="good">{words.enabled}</Notice>
          <p className="text-sm text-ink-2">{words.codesHint}</p>
          <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-xl bg-sunken p-4 font-mono text-sm">
            {codes.map((code) => (
              <li key={code} className="tabular-nums">
                {code}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button look="outline" icon={<Copy size={15} aria-hidden />} onClick={() => copy(text)}>
              {common.copy}
            </Button>
            <Button
              look="outline"
              icon={<Download size={15} aria-hidden />}
              onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), words.fileName)}
            >
              {words.download}
            </Button>
          </div>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onKept}>
          {words.kept}
        </Button>
      </DialogFooter>
    </>
  )
}
