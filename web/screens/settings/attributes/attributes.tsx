import { useState } from 'react'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AttributeList } from './attribute-list.tsx'
import { EditAttribute } from './edit-attribute.tsx'
import { useAttributeWords } from './words.ts'

export type Model = CustomAttribute['model']

export function Attributes() {
  const words = useAttributeWords()
  const { data, error, refetch } = useRead('list_custom_attributes', {})
  const [model, setModel] = useState<Model>('contact_attribute')
  const [edited, edit] = useState<CustomAttribute | 'new'>()
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  const isEmpty = data && !data.items.some((each) => each.model === model)
  return (
    <Section narrow title={words.title} hint={words.hint} actions={isEmpty ? undefined : create}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="max-w-full overflow-x-auto">
          <Segmented label={words.model} value={model} choices={words.models} onChange={setModel} />
        </div>
        <p className="text-sm text-ink-3">{words.modelHints[model]}</p>
      </div>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) => (
          <AttributeList
            model={model}
            attributes={items.filter((each) => each.model === model)}
            create={create}
            onEdit={edit}
          />
        )}
      </Loaded>
      <EditAttribute edited={edited} model={model} onClose={() => edit(undefined)} />
    </Section>
  )
}
