import { useRead } from '#web/query.ts'
import { PickerField } from '#web/ui/picker-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { value: string; onChange: (collection: string) => void }

/** The collection a document is put into. Where none is chosen, the server has one for everything. */
export function CollectionField({ value, onChange }: Props) {
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
      choices={known}
      onChange={onChange}
    />
  )
}
