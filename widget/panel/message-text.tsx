import { splitLinks } from './links.ts'

/** A message as plain text with links. Links reveal nothing about the page they are opened from. */
export const MessageText = ({ text }: { text: string }) => (
  <>
    {splitLinks(text).map(({ text: piece, href }, i) =>
      href ? (
        <a key={i} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {piece}
        </a>
      ) : (
        piece
      ),
    )}
  </>
)
