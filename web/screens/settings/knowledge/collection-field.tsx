import { useRead } from '#web/app/query.ts'
import { PickerField } from '#web/ui/picker-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = {
  value: string
  onChange: (collection: string) => void
  /** For filters: offers "All" as well. */
  isFilter?: boolean
}

/** Chooses a document's collection; the server has a default one. */
export function CollectionField({ value, onChange, isFilter = false }: Props) {
  const words = useKnowledgeWords()
  const collections = useRead('list_knowledge_collections', {}).data?.items ?? []
  const options = collections.map(({ id, name }) => ({ id, name }))
  return (
    <PickerField
      label={words.collection}
      search={words.find}
      nothing={words.nothing}
      placeholder={words.general}
      value={value}
      choices={isFilter ? [{ id: '', name: words.allCollections }, ...options] : options}
      onChange={onChange}
    />
  )
}
