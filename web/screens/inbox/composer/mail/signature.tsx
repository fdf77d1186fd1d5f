import { useThreadWords } from '#web/screens/inbox/thread/words.ts'

/** The signature below the e-mail. */
export function Signature({ text }: { text: string | undefined }) {
  const { mail: words } = useThreadWords()
  if (!text) return null
  return (
    <p
      role="note"
      aria-label={words.signature}
      className="line-clamp-3 px-3 pb-2 text-xs wrap-anywhere whitespace-pre-line text-ink-3"
    >
      {text}
    </p>
  )
}
