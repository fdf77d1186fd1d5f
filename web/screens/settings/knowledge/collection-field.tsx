import { useRead } from '#web/query.ts'
import { PickerField } from '#web/ui/picker-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = {
  value: string
  onChange: (collection: string) => void
  /** Asks which are searched, and not where something is put: then all are a choice too. */
  isFilter?: boolean
}

/** The collection a document is put into. Where none is chosen, the server has one for everything. */
export function CollectionField({ value, onChange, isFilter = false }: Props) {
  const words = useKnowledgeWords()
  const collections = useRead('list_knowledge_collections', {}).data?.items ?? []
  const known = collections.map(({ id, name }) => ({ id, name }))
  return (
    <PickerField
      label={words.collection}
      search={words.find}
      nothing={words.nothing}
      placeholder={words.general}
      value={value}
      choices={isFilter ? [{ id: '', name: words.allCollections }, ...known] : known}
      onChange={onChange}
    />
  )
}
