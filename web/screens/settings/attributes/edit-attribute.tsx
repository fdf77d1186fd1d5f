import { useState } from 'react'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { describeFormError, useWords } from '#web/app/i18n.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { fromLines, keyOf, toLines } from './attribute-key.ts'
import type { Model } from './attributes.tsx'
import { useSaveAttribute } from './use-save-attribute.ts'
import { useAttributeWords } from './words.ts'

type Props = { edited: CustomAttribute | 'new' | undefined; model: Model; onClose: () => void }

export function EditAttribute({ edited, model, onClose }: Props) {
  const words = useAttributeWords()
  return (
    <EditDialog
      edited={edited}
      onClose={onClose}
      title={(attribute) => (attribute ? words.editTitle(attribute.display_name) : words.create)}
    >
      {(attribute) => <Form attribute={attribute} model={model} onClose={onClose} />}
    </EditDialog>
  )
}

type FormProps = { attribute: CustomAttribute | undefined; model: Model; onClose: () => void }

function Form({ attribute, model, onClose }: FormProps) {
  const { common } = useWords()
  const words = useAttributeWords()
  const [name, setName] = useState(attribute?.display_name ?? '')
  const [written, setKey] = useState(attribute?.key)
  const [type, setType] = useState(attribute?.type ?? 'text')
  const [home, setHome] = useState(attribute?.model ?? model)
  const { save, error, errors, isPending } = useSaveAttribute(attribute, onClose)
  const key = written ?? keyOf(name)
  const types = Object.fromEntries(Object.entries(words.types).map(([each, [text]]) => [each, text])) as Record<
    CustomAttribute['type'],
    string
  >
  return (
    <DialogForm
      onSubmit={({ description = '', values = '' }) =>
        save({
          display_name: name,
          key,
          model: home,
          type,
          description,
          values: type === 'list' ? fromLines(values) : [],
        })
      }
      onCancel={onClose}
      submit={attribute ? common.save : words.submit}
      busy={isPending}
      problem={describeFormError(error)}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors['display_name']}
      />
      {attribute ? (
        <Notice tone="plain">
          <span className="font-mono">{key}</span> · {types[type]} · {words.models[home]}. {words.keyFixed}
        </Notice>
      ) : (
        <>
          <TextField
            label={words.key}
            hint={words.keyHint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            value={key}
            onChange={(event) => setKey(event.target.value)}
            error={errors['key']}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField label={words.model} value={home} choices={words.models} onChange={setHome} />
            <SelectField
              label={words.type}
              hint={words.types[type][1]}
              value={type}
              choices={types}
              onChange={setType}
            />
          </div>
        </>
      )}
      {type === 'list' && (
        <TextArea
          label={words.values}
          hint={words.valuesHint}
          name="values"
          rows={5}
          defaultValue={toLines(attribute?.values ?? [])}
          error={errors['values']}
        />
      )}
      <TextField
        label={words.description}
        optional={common.optional}
        name="description"
        autoComplete="off"
        defaultValue={attribute?.description ?? ''}
      />
    </DialogForm>
  )
}
