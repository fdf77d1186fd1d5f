import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ChevronLeft, ChevronRight, ImagePlus, Trash2 } from '#web/ui/icons.ts'
import type { PropertyDetail, PropertyImage } from '#contract/records/property.ts'
import { language } from '#web/app/i18n.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { DeleteDialog } from '#web/ui/form/delete-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Photo } from '#web/screens/properties/photo.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'
import { useReorder, useUpload } from './photo-actions.ts'

type Props = { open: boolean; onClose: () => void; property: PropertyDetail }

/** Adds, reorders and deletes photos. */
export function PhotosDialog({ open, onClose, property }: Props) {
  const { photos: words } = usePropertiesWords()
  const locale = language.use()
  const { upload, sent, error } = useUpload(property)
  const reorder = useReorder(property)
  const [deleted, remove] = useState<PropertyImage>()
  return (
    <Dialog wide open={open} onClose={onClose} title={words.title} description={words.hint}>
      <DialogBody>
        <div className="grid gap-4">
          {error && <Notice>{error}</Notice>}
          {sent === undefined ? (
            <PhotoDrop onFiles={(files) => void upload(files)} />
          ) : (
            <Progress label={words.uploading} value={Math.round(sent * 100)} max={100} locale={locale} />
          )}
          <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {property.images.map((image, i) => (
              <Tile
                key={image.id}
                image={image}
                at={i}
                of={property.images.length}
                onMove={reorder}
                onRemove={() => remove(image)}
              />
            ))}
          </ol>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      </DialogFooter>
      <DeleteDialog
        record={deleted}
        onClose={() => remove(undefined)}
        operation="remove_property_image"
        input={({ id }) => ({ property_id: property.id, image_id: id })}
        invalidates={['get_crm_property_detail', 'list_crm_properties']}
        words={{ deleteTitle: () => words.removeTitle }}
      >
        {words.removeHint}
      </DeleteDialog>
    </Dialog>
  )
}

function PhotoDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { photos: words } = usePropertiesWords()
  const icon = <ImagePlus size={27} strokeWidth={1.6} aria-hidden />
  return <FileDrop multiple title={words.add} hint={words.drop} accept="image/*" icon={icon} onFiles={onFiles} />
}

type TileProps = {
  image: PropertyImage
  at: number
  of: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

/** A photo that moves with its buttons or by dragging it onto another. */
function Tile({ image, at, of, onMove, onRemove }: TileProps) {
  const { photos: words } = usePropertiesWords()
  const { tile, isOver } = useDragging(at, onMove)
  return (
    <li ref={tile} className={cx('rounded-xl', isOver && 'ring-2 ring-focus')}>
      <div className="relative">
        <Photo url={image.url} alt="" className="aspect-4/3 rounded-xl" />
        {at === 0 && (
          <span className="absolute top-2 left-2">
            <Badge tone="accent">{words.cover}</Badge>
          </span>
        )}
      </div>
      <div className="flex items-center">
        <IconButton size="sm" label={words.earlier(at + 1)} disabled={at === 0} onClick={() => onMove(at, at - 1)}>
          <ChevronLeft size={15} aria-hidden />
        </IconButton>
        <IconButton size="sm" label={words.later(at + 1)} disabled={at === of - 1} onClick={() => onMove(at, at + 1)}>
          <ChevronRight size={15} aria-hidden />
        </IconButton>
        <span className="flex-1" />
        <IconButton size="sm" label={words.remove(at + 1)} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

function useDragging(at: number, onMove: TileProps['onMove']) {
  const tile = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const move = useEffectEvent(onMove)
  useEffect(() => {
    const element = tile.current!
    const stopDragging = draggable({ element, getInitialData: () => ({ photo: at }) })
    const stopDropping = dropTargetForElements({
      element,
      canDrop: ({ source }) => 'photo' in source.data && source.data['photo'] !== at,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        move(source.data['photo'] as number, at)
      },
    })
    return () => {
      stopDragging()
      stopDropping()
    }
  }, [at])
  return { tile, isOver }
}
