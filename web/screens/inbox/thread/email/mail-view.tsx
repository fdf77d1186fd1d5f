import { useState } from 'react'
import type { Message } from '#contract/records/conversation.ts'
import { Attachments } from '#web/screens/inbox/thread/attachments.tsx'
import { listOf, recordOf, textOf } from '#web/screens/inbox/thread/attribute-values.ts'
import { RichText } from '#web/screens/inbox/thread/rich-text.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'

const WholeMail = lazyComponent(async () => (await import('./whole-mail.tsx')).WholeMail)

/** An e-mail: subject, people, its new text, its files, and on demand the whole of it as the sender wrote it. */
export function MailView({ message: { content, content_attributes, attachments } }: { message: Message }) {
  const { mail: words } = useThreadWords()
  const [isWhole, showWhole] = useState(false)
  const mail = recordOf(content_attributes['email'])
  const [subject, html, text] = [textOf(mail['subject']), textOf(mail['html']), textOf(mail['text'])]
  const hasMore = html !== undefined || (text !== undefined && text !== content)
  const people = (['from', 'to', 'cc', 'bcc'] as const).flatMap((kind) => {
    const names = [mail[kind]].flat().flatMap((each) => textOf(each) ?? [])
    return names.length > 0 ? [[kind, names.join(', ')] as const] : []
  })
  const inline = attachments.filter(({ content_id, state }) => html && content_id && state === 'stored')
  // The whole e-mail shows the images of its text in their places.
  const files = isWhole ? attachments.filter((file) => !inline.includes(file)) : attachments
  return (
    <div className="min-w-48">
      {subject && <p className="font-semibold">{subject}</p>}
      {people.length > 0 && (
        <dl className="mb-1.5 border-b border-ink/10 pb-1.5 text-xs text-ink-2">
          {people.map(([kind, names]) => (
            <div key={kind}>
              <dt className="inline font-medium">{words[kind]}: </dt>
              <dd className="inline">{names}</dd>
            </div>
          ))}
        </dl>
      )}
      {isWhole ? (
        <WholeMail
          html={html}
          text={text}
          inline={inline.map(({ url }) => url)}
          remote={listOf(mail['remote_images']).flatMap((each) => textOf(each) ?? [])}
        />
      ) : (
        content && <RichText text={content} />
      )}
      {hasMore && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => showWhole(!isWhole)}
          className="mt-1 block rounded py-1 text-sm font-medium text-accent-text underline underline-offset-2 pointer-coarse:py-2"
        >
          {isWhole ? words.showNew : words.showWhole}
        </button>
      )}
      {files.length > 0 && (
        <div className="mt-2">
          <Attachments files={files} />
        </div>
      )}
    </div>
  )
}
