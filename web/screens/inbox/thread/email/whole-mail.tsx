import { useRef, useState } from 'react'
import { RichText } from '#web/screens/inbox/thread/rich-text.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Images } from '#web/ui/icons.ts'

type Props = {
  html: string | undefined
  text: string | undefined
  /** Addresses of stored images within the text. */
  inline: readonly string[]
  /** Addresses of images that are loaded only on request. */
  remote: readonly string[]
}

/** The whole e-mail. Its HTML, which the server sanitised, is shown in a frame without scripts, forms or remote images. */
export function WholeMail({ html, text, inline, remote }: Props) {
  const { mail: words } = useThreadWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [hasRemote, showRemote] = useState(false)
  const [height, setHeight] = useState(160)
  if (!html) return <RichText text={text ?? ''} />
  const fit = () => setHeight(frame.current?.contentDocument?.documentElement.scrollHeight ?? 160)
  const prepare = () => {
    const mail = frame.current?.contentDocument
    if (!mail) return
    setStyles(mail)
    for (const image of mail.images) {
      image.addEventListener('load', fit)
      const address = hasRemote && remote[Number(image.dataset['remote'] ?? -1)]
      if (!address) continue
      image.referrerPolicy = 'no-referrer'
      // The page's policy forbids unencrypted images; nearly every server of images has both.
      image.src = address.replace(/^http:/i, 'https:')
    }
    fit()
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {remote.length > 0 && !hasRemote && (
        <div>
          <Button look="outline" size="sm" icon={<Images size={14} aria-hidden />} onClick={() => showRemote(true)}>
            {words.showImages(remote.length)}
          </Button>
        </div>
      )}
      <iframe
        ref={frame}
        // An image that is stored later is loaded then.
        key={inline.length}
        title={words.whole}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        srcDoc={policyOf(inline, hasRemote) + html}
        onLoad={prepare}
        height={Math.min(height, 2000)}
        className="w-[34rem] max-w-full rounded-lg bg-on-accent [color-scheme:light]"
      />
    </div>
  )
}

/** The content security policy ignores styles in the HTML, but not those set by a script of the page. */
function setStyles(mail: Document) {
  for (const element of mail.querySelectorAll<HTMLElement>('[style]'))
    element.style.cssText = element.getAttribute('style') ?? ''
  Object.assign(mail.body.style, { margin: '12px', fontFamily: 'system-ui, sans-serif', fontSize: '14px' })
  for (const { style } of mail.images) Object.assign(style, { maxWidth: '100%', height: 'auto' })
}

/** The frame's own policy: nothing active and, until asked for, no images of others. */
function policyOf(inline: readonly string[], hasRemote: boolean): string {
  const origins = new Set(inline.map((url) => new URL(url, window.location.href).origin))
  const sources = ['data:', ...origins, ...(hasRemote ? ['https:'] : [])].join(' ')
  return `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${sources}; style-src 'unsafe-inline'">`
}
