import { pieces } from './links.ts'

/** Always text, whatever it looks like; web addresses can be opened, and tell the other side nothing of this page. */
export const MessageText = ({ text }: { text: string }) => (
  <>
    {pieces(text).map(({ text: piece, href }, i) =>
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
