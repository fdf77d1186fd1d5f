import { Copy } from './icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

type Props = { label: string; code: string; copyLabel?: string }

/** Code to copy. Long lines scroll, also with the keyboard. */
export function CodeBlock({ label, code, copyLabel }: Props) {
  const { common } = useWords()
  const copy = useCopy()
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl bg-sunken ring-1 ring-line">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-3.5">
        <span className="min-w-0 truncate text-xs font-medium text-ink-2">{label}</span>
        <Button size="sm" icon={<Copy size={14} aria-hidden />} onClick={() => void copy(code)}>
          {copyLabel ?? (
            <>
              {common.copy}
              <span className="sr-only">: {label}</span>
            </>
          )}
        </Button>
      </figcaption>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="max-h-72 overflow-auto px-3.5 py-3 font-mono text-xs leading-5 whitespace-pre -outline-offset-2"
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
