import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { ChevronLeft, ChevronRight, Images } from '#web/ui/icons.ts'
import type { PropertyDetail } from '#contract/records/property.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Photo } from '#web/screens/properties/photo.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'

const PhotosDialog = lazy(async () => ({ default: (await import('./photos-dialog.tsx')).PhotosDialog }))

/** A large photo with thumbnails; arrow keys change the photo. */
export function Photos({ property }: { property: PropertyDetail }) {
  const { photos: words, photoOf, noPhoto } = usePropertiesWords()
  const { images, name } = property
  const [index, show] = useState(0)
  const [isManaging, manage] = useState<boolean>()
  const at = Math.min(index, Math.max(0, images.length - 1))
  const image = images[at]
  const turn = (step: number) => images.length > 0 && show((at + step + images.length) % images.length)
  useCommands([{ name: words.manage, key: 'f', icon: Images, run: () => manage(true) }])
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    turn(step)
  }
  return (
    <section aria-label={words.title} onKeyDown={keys} className="mb-5">
      <div className="relative">
        <Photo
          url={image?.url ?? null}
          alt={image ? photoOf(name, at + 1) : ''}
          className="aspect-16/10 w-full rounded-xl"
          eager
        />
        {!image && <p className="absolute inset-x-0 top-[60%] text-center text-sm text-ink-3">{noPhoto}</p>}
        {images.length > 1 && (
          <>
            <IconButton
              look="outline"
              label={words.previous}
              onClick={() => turn(-1)}
              className="absolute! top-1/2 left-3"
            >
              <ChevronLeft size={18} aria-hidden />
            </IconButton>
            <IconButton look="outline" label={words.next} onClick={() => turn(1)} className="absolute! top-1/2 right-3">
              <ChevronRight size={18} aria-hidden />
            </IconButton>
            <span
              aria-live="polite"
              className="absolute right-3 bottom-3 rounded-full bg-surface px-2 py-0.5 text-xs tabular-nums shadow-sheet"
            >
              {words.count(at + 1, images.length)}
            </span>
          </>
        )}
      </div>
      <div className="mt-2 flex items-center gap-2">
        <div className="flex min-w-0 flex-1 gap-2 overflow-x-auto p-0.5">
          {images.length > 1 &&
            images.map(({ id, url }, i) => (
              <button
                key={id}
                type="button"
                aria-label={words.show(i + 1, images.length)}
                aria-current={i === at}
                onClick={() => show(i)}
                className={cx('shrink-0 rounded-md', i === at && 'ring-2 ring-accent')}
              >
                <Photo url={url} alt="" className="h-12 w-16 rounded-md" />
              </button>
            ))}
        </div>
        <Button look="outline" size="sm" icon={<Images size={14} aria-hidden />} onClick={() => manage(true)}>
          {images.length === 0 ? words.add : words.manage}
        </Button>
      </div>
      {isManaging !== undefined && (
        <Suspense>
          <PhotosDialog open={isManaging} onClose={() => manage(false)} property={property} />
        </Suspense>
      )}
    </section>
  )
}
