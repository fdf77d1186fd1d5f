import { useState } from 'react'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { CreateButton } from '#web/parts/create-button.tsx'
import { useRead } from '#web/query.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { AttributeList } from './attribute-list.tsx'
import { EditAttribute } from './edit-attribute.tsx'
import { useAttributeWords } from './words.ts'

export type Model = CustomAttribute['model']

/** What this business wants to know of its contacts and conversations, besides what everybody does. */
export function Attributes() {
  const words = useAttributeWords()
  const { data, error, refetch } = useRead('list_custom_attributes', {})
  const [model, setModel] = useState<Model>('contact_attribute')
  const [edited, edit] = useState<CustomAttribute | 'new'>()
  const create = <CreateButton label={words.create} onCreate={() => edit('new')} />
  return (
    <Section narrow title={words.title} hint={words.hint} actions={create}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented label={words.model} value={model} choices={words.models} onChange={setModel} />
        <p className="text-sm text-ink-3">{words.modelHints[model]}</p>
      </div>
      <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
        {({ items }) => (
          <AttributeList model={model} attributes={items.filter((each) => each.model === model)} onEdit={edit} />
        )}
      </Loaded>
      <EditAttribute edited={edited} model={model} onClose={() => edit(undefined)} />
    </Section>
  )
}
