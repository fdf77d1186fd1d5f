import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PropertyDetail, PropertyImage } from '#contract/records/property.ts'
import { sendFiles } from '#web/app/api.ts'
import { describeError } from '#web/app/i18n.ts'
import { readKey, useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'

const MAX_FILES = 15

/** Uploads photos and reports progress. */
export function useUpload({ id: property_id, images }: PropertyDetail) {
  const { photos: words } = usePropertiesWords()
  const { id: account_id } = useAccount()
  const setImages = useSetImages(property_id)
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<string>()
  const upload = async (files: readonly File[]) => {
    const pictures = files.filter(({ type }) => type.startsWith('image/')).slice(0, MAX_FILES)
    if (pictures.length === 0) return
    setError(undefined)
    setSent(0)
    try {
      const { items } = await sendFiles(
        account_id,
        'add_property_images',
        { property_id },
        { images: pictures },
        (part) => setSent(part),
      )
      setImages(items)
      toast.good(words.added(items.length - images.length))
    } catch (cause) {
      setError(describeError(cause, 'images'))
    } finally {
      setSent(undefined)
    }
  }
  return { upload, sent, error }
}

/** Reorders photos optimistically. */
export function useReorder({ id: property_id, images }: PropertyDetail) {
  const setImages = useSetImages(property_id)
  const reorder = useAct('reorder_property_images', {
    onSuccess: ({ items }) => setImages(items),
    onError: () => setImages(images),
  })
  return (from: number, to: number) => {
    const next = moveItem(images, from, to)
    setImages(next)
    reorder.mutate({ property_id, image_ids: next.map(({ id }) => id) })
  }
}

/** Updates the cached photos of a property; lists are read again for the cover. */
function useSetImages(property_id: string) {
  const { id } = useAccount()
  const client = useQueryClient()
  return (images: PropertyImage[]) => {
    client.setQueryData<PropertyDetail>(
      readKey(id, 'get_crm_property_detail', { property_id }),
      (property) => property && { ...property, images, image_url: images[0]?.url ?? null },
    )
    void client.invalidateQueries({ queryKey: readKey(id, 'list_crm_properties') })
  }
}

export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
