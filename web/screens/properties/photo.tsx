import { useState } from 'react'
import { House } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'

type Props = { url: string | null; alt: string; className?: string; eager?: boolean }

/** A photo with reserved space; a placeholder icon if there is none or it fails to load. */
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
          // Photos may be on other sites, which should not receive the app's address.
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
