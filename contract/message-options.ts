/** An option of a message with buttons or a list. */
export type MessageOption = { id: string; title: string; description?: string }

/** Options under one heading; buttons are one group without a heading. */
export type OptionGroup = { title?: string; options: MessageOption[] }

type Content = { content_type: string; content_attributes: Record<string, unknown> }

/**
 * The options a message offers: buttons, the rows of a list, or the items of a classic `input_select`. Attributes are
 * free-form JSON, so anything without a title is left out.
 */
export function readOptionGroups({ content_type, content_attributes }: Content): OptionGroup[] {
  const { items, sections } = content_attributes
  if (content_type === 'list') return records(sections).map(readSection).filter(isFilled)
  if (content_type !== 'buttons' && content_type !== 'input_select') return []
  return [{ options: records(items).flatMap(readOption) }].filter(isFilled)
}

export function readOptions(message: Content): MessageOption[] {
  return readOptionGroups(message).flatMap(({ options }) => options)
}

/** The id of the option the customer chose, as classic clients know it; undefined until then. */
export function readChosen({ content_attributes }: Pick<Content, 'content_attributes'>): string | undefined {
  return text(records(content_attributes['submitted_values'])[0]?.['value'])
}

function readSection({ title, rows }: Record<string, unknown>): OptionGroup {
  return { ...(text(title) && { title: text(title)! }), options: records(rows).flatMap(readOption) }
}

function readOption(item: Record<string, unknown>): MessageOption[] {
  const [id, title, description] = [text(item['id'] ?? item['value']), text(item['title']), text(item['description'])]
  const shown = title ?? id
  return shown ? [{ id: id ?? shown, title: shown, ...(description && { description }) }] : []
}

function isFilled({ options }: OptionGroup): boolean {
  return options.length > 0
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
}
