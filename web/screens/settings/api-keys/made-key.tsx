import { useState } from 'react'
import { Copy } from 'lucide-react'
import type { Output } from '#web/api.ts'
import { useWords } from '#web/i18n.ts'
import { CodeBlock } from '#web/parts/code-block.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { useLast } from '#web/parts/use-last.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { snippets, type Client } from './snippets.ts'
import { useApiKeyWords } from './words.ts'

type Made = Output<'create_api_key'>

/** The key, this once, and how to use it right away. */
export function MadeKey({ made, onClose }: { made: Made | undefined; onClose: () => void }) {
  const { common } = useWords()
  const words = useApiKeyWords()
  const shown = useLast(made)
  return (
    <Dialog
      wide
      firm
      open={made !== undefined}
      onClose={onClose}
      title={words.madeTitle}
      description={words.madeHint}
      closeLabel={common.close}
    >
      {shown && (
        <>
          <DialogBody>
            <Key secret={shown.key} />
            <Connect secret={shown.key} />
          </DialogBody>
          <DialogFooter>
            <Button look="primary" onClick={onClose}>
              {words.kept}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  )
}

function Key({ secret }: { secret: string }) {
  const words = useApiKeyWords()
  const copy = useCopy()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        aria-label={words.key}
        className="min-w-0 flex-1 basis-64 rounded-lg bg-sunken px-3 py-2 text-sm wrap-anywhere ring-1 ring-line ring-inset"
      >
        {secret}
      </code>
      <Button look="primary" icon={<Copy size={15} aria-hidden />} onClick={() => void copy(secret)}>
        {words.copyKey}
      </Button>
    </div>
  )
}

function Connect({ secret }: { secret: string }) {
  const words = useApiKeyWords()
  const [client, choose] = useState<Client>('claude_code')
  return (
    <section className="mt-5 grid grid-cols-1 gap-3">
      <SelectField
        label={words.connect}
        hint={`${words.connectHint} ${words.clientHints[client]}`}
        value={client}
        choices={words.clients}
        onChange={choose}
      />
      <CodeBlock
        label={words.clients[client]}
        code={snippets(location.origin, secret)[client]}
        copyLabel={words.copyCode}
      />
    </section>
  )
}
