import type { Message } from '#contract/records/conversation.ts'
import { Megaphone } from '#web/ui/icons.ts'
import { recordOf, textOf } from './attribute-values.ts'
import { useThreadWords } from './words.ts'

/** The ad or link that brought the customer, above their message. */
export function AdReferral({ attributes }: { attributes: Message['content_attributes'] }) {
  const { special: words } = useThreadWords()
  const { headline, body, url } = recordOf(attributes['referral'])
  const title = textOf(headline) ?? textOf(body)
  const address = textOf(url)
  if (!title && !address) return null
  return (
    <div className="mb-1.5 rounded-md border-l-2 border-accent bg-surface/70 px-2 py-1 text-sm">
      <p className="flex items-center gap-1.5 text-xs text-ink-2">
        <Megaphone size={13} aria-hidden />
        {words.ad}
      </p>
      {title && <p className="font-medium">{title}</p>}
      {title !== body && textOf(body) && <p className="line-clamp-2 text-ink-2">{textOf(body)}</p>}
      {address?.startsWith('https://') && (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent-text underline underline-offset-2"
        >
          {words.openAd}
        </a>
      )}
    </div>
  )
}
