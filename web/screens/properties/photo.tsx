import { useState } from 'react'
import { House } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

type Props = { url: string | null; alt: string; className?: string; eager?: boolean }

/** A picture in a frame that is there before it; where there is none, or it cannot be shown, a house. */
export function Photo({ url, alt, className, eager }: Props) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={cx('grid place-items-center overflow-hidden bg-hover text-ink-3', className)}>
      {url && failed !== url ? (
        <img
          src={url}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          // A picture may lie on another site, which need not learn who looks at it.
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
          className="size-full object-cover"
        />
      ) : (
        <House size={30} strokeWidth={1.4} aria-hidden />
      )}
    </div>
  )
}
