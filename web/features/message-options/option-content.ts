import type { Input } from '#web/app/api.ts'

export type OptionKind = 'buttons' | 'list'
export type Option = { title: string; description: string }
export const blankOption: Option = { title: '', description: '' }

/** The options as `send_message` takes them. Their ids are their places. */
export function toContent(
  kind: OptionKind,
  options: readonly Option[],
  button: string,
): Pick<Input<'send_message'>, 'buttons' | 'list'> {
  if (kind === 'buttons')
    return { buttons: options.map(({ title }, index) => ({ id: String(index + 1), title: title.trim() })) }
  const rows = options.map(({ title, description }, index) => ({
    id: String(index + 1),
    title: title.trim(),
    ...(description.trim() && { description: description.trim() }),
  }))
  return { list: { button: button.trim(), sections: [{ rows }] } }
}
