import { useState } from 'react'
import { Copy } from '#web/ui/icons.ts'
import type { Output } from '#web/app/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { useLast } from '#web/ui/use-last.ts'
import { snippets, type Client } from './snippets.ts'
import { useApiKeyWords } from './words.ts'

type CreatedKey = Output<'create_api_key'>

/** Shows the new key once, with connection instructions. */
export function NewKey({ created, onClose }: { created: CreatedKey | undefined; onClose: () => void }) {
  const words = useApiKeyWords()
  const last = useLast(created)
  return (
    <Dialog
      wide
      firm
      open={created !== undefined}
      onClose={onClose}
      title={words.madeTitle}
      description={words.madeHint}
    >
      {last && (
        <>
          <DialogBody>
            <Key secret={last.key} />
            <Connect secret={last.key} />
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
