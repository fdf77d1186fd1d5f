import { FileText, Images, Play } from '#web/ui/icons.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { fillExamples, type HeaderFile, type TemplateDraft } from './template-draft.ts'

/** The template as a customer will see it in WhatsApp, with the examples filled in. */
export function TemplateBubble({ draft }: { draft: TemplateDraft }) {
  const { templates: words } = useInboxWords()
  const { header_kind, header, header_file, body, footer, buttons, examples } = draft
  return (
    <section aria-label={words.preview} className="rounded-xl bg-sunken p-4 ring-1 ring-line">
      <div className="w-fit max-w-full min-w-40 rounded-xl rounded-tl-sm bg-surface text-base shadow-sheet">
        <div className="px-3 py-2 wrap-anywhere whitespace-pre-wrap">
          {header_kind !== 'TEXT' && header_kind !== 'NONE' && <HeaderPicture kind={header_kind} file={header_file} />}
          {header_kind === 'TEXT' && header && (
            <p className="font-semibold">{fillExamples(header, 'header', examples)}</p>
          )}
          {body ? fillExamples(body, 'body', examples) : <span className="text-ink-3">{words.previewEmpty}</span>}
          {footer && <p className="mt-1 text-xs text-ink-2">{footer}</p>}
        </div>
        {buttons.length > 0 && (
          <ul className="divide-y divide-line border-t border-line">
            {buttons.map(({ text }, index) => (
              <li key={index} className="px-3 py-2 text-center text-sm font-medium text-accent-text">
                {text || words.buttonText}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

type PictureProps = { kind: 'IMAGE' | 'VIDEO' | 'DOCUMENT'; file: HeaderFile | null }

function HeaderPicture({ kind, file }: PictureProps) {
  const { templates: words } = useInboxWords()
  if (kind === 'IMAGE' && file)
    return <img src={file.preview} alt="" className="mb-2 max-h-44 w-full rounded-lg object-cover" />
  const Icon = icons[kind]
  return (
    <p className="mb-2 flex min-h-20 items-center justify-center gap-2 rounded-lg bg-sunken px-3 py-4 text-sm text-ink-3">
      <Icon size={18} aria-hidden className="shrink-0" />
      <span className="truncate">{file?.name ?? words.headerKinds[kind]}</span>
    </p>
  )
}

const icons = { IMAGE: Images, VIDEO: Play, DOCUMENT: FileText } as const
