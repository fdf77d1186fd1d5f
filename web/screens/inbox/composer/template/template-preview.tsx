import type { ChannelTemplate } from '#contract/records/channel.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { type EnteredValues, fillText, textsOf } from '#web/features/channel-templates/parameters.ts'

/** The template as the customer will see it. */
export function TemplatePreview({ template, entered }: { template: ChannelTemplate; entered: EnteredValues }) {
  const { composer } = useThreadWords()
  const { header, body, footer, buttons } = textsOf(template)
  return (
    <section aria-label={composer.template.preview}>
      <h3 className="mb-1.5 text-sm font-medium">{composer.template.preview}</h3>
      <div className="rounded-2xl rounded-tr-md bg-accent-soft px-3 py-2 text-base wrap-anywhere whitespace-pre-wrap">
        {header && <p className="font-semibold">{fillText(header, 'header', entered)}</p>}
        <p>{fillText(body, 'body', entered)}</p>
        {footer && <p className="mt-1 text-xs text-ink-2">{footer}</p>}
        {buttons.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {buttons.map((title) => (
              <li
                key={title}
                className="rounded-lg bg-surface px-2.5 py-1 text-sm font-medium ring-1 ring-line ring-inset"
              >
                {title}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
