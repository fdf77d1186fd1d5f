import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PropertyDetail, PropertyImage } from '#contract/records/property.ts'
import { sendFiles } from '#web/api.ts'
import { explain } from '#web/i18n.ts'
import { readKey, useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { usePropertiesWords } from '#web/screens/properties/words.ts'

const MOST_AT_ONCE = 15

/** Sends files and says how far they are. */
export function useUpload({ id: property_id, images }: PropertyDetail) {
  const { photos: words } = usePropertiesWords()
  const { id: account_id } = useAccount()
  const show = useShow(property_id)
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<string>()
  const upload = async (files: readonly File[]) => {
    const pictures = files.filter(({ type }) => type.startsWith('image/')).slice(0, MOST_AT_ONCE)
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
      show(items)
      toast.good(words.added(items.length - images.length))
    } catch (refused) {
      setError(explain(refused, 'images'))
    } finally {
      setSent(undefined)
    }
  }
  return { upload, sent, error }
}

/** Puts the pictures in another order, shown at once. */
export function useReorder({ id: property_id, images }: PropertyDetail) {
  const show = useShow(property_id)
  const reorder = useAct('reorder_property_images', {
    onSuccess: ({ items }) => show(items),
    onError: () => show(images),
  })
  return (from: number, to: number) => {
    const next = moved(images, from, to)
    show(next)
    reorder.mutate({ property_id, image_ids: next.map(({ id }) => id) })
  }
}

export function useRemovePhoto(onDone: () => void) {
  return useAct('remove_property_image', {
    refreshes: ['get_crm_property_detail', 'list_crm_properties'],
    onSuccess: onDone,
  })
}

/** Shows these pictures of the property, the first of them in lists too. */
function useShow(property_id: string) {
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

/** The same list with one thing in another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from]!)
}
