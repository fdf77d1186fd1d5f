type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  pattern?: string
}

/** An example body for the schema, with readable values. */
export function exampleOf(type: string, schema: Schema): Record<string, unknown> {
  return valueOf(schema, '', { type, defs: schema.$defs ?? {}, within: '' }) as Record<string, unknown>
}

type ExampleContext = { type: string; defs: Record<string, Schema>; within: string }

function valueOf(schema: Schema, name: string, place: ExampleContext): unknown {
  if (schema.$ref) return valueOf(place.defs[schema.$ref.replace('#/$defs/', '')]!, name, place)
  if (schema.const !== undefined) return schema.const
  const word = words[`${place.within}.${name}`] ?? words[name]
  if (schema.enum) return schema.enum.includes(word) ? word : schema.enum[0]
  if (schema.anyOf)
    return valueOf(
      schema.anyOf.find(({ type }) => type !== 'null')!,
      name,
      place,
    )
  switch ([schema.type].flat().find((each) => each !== 'null')) {
    case 'object':
      return name === 'changes' ? exampleChanges(place.type) : objectOf(schema, { ...place, within: name })
    case 'array':
      return [valueOf(schema.items ?? {}, name.replace(/s$/, ''), place)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return booleans.has(name)
    case 'string':
      return textOf(schema, name, word)
    default:
      return {}
  }
}

/** Leaves out the optional `truncated`. */
function objectOf({ properties = {} }: Schema, place: ExampleContext): Record<string, unknown> {
  const shown = Object.entries(properties).filter(([name]) => name !== 'truncated')
  return Object.fromEntries(shown.map(([name, schema]) => [name, valueOf(schema, name, place)]))
}

function textOf({ format, pattern }: Schema, name: string, word = 'texto'): string {
  if (format === 'date-time') return '2030-01-31T14:00:00.000Z'
  if (pattern?.startsWith('^\\d{1,')) return '1042'
  if (pattern?.includes('\\d{4}-\\d{2}-\\d{2}')) return '2030-01-31'
  if (pattern?.includes('24:00')) return '09:00'
  if (name.endsWith('url')) return 'https://example.com/app/1/records/1042'
  return word
}

const booleans = new Set(['enabled', 'unread', 'auto_assign', 'is_default'])

const words: Record<string, string> = {
  '.id': 'evt_0197aa00-0000-7000-8000-000000000001',
  id: '1042',
  uuid: '0197aa00-0000-7000-8000-000000000001',
  name: 'Ana María Restrepo',
  'actor.name': 'Luis Gómez',
  'assignee.name': 'Luis Gómez',
  'assignee.email': 'luis@example.com',
  'owner.name': 'Luis Gómez',
  'inbox.name': 'WhatsApp',
  'team.name': 'Ventas',
  'pipeline.name': 'Ventas',
  'stage.name': 'Contactado',
  email: 'ana@example.com',
  phone_number: '+573001234567',
  phone: '+573001234567',
  city: 'Bogotá',
  country: 'CO',
  company_name: 'Ferretería El Clavo',
  currency: 'COP',
  content: 'Hola, ¿tienen disponibilidad?',
  content_type: 'text',
  'attachment.content_type': 'image/png',
  external_id: 'wamid.42',
  identifier: 'cliente-42',
  priority: 'medium',
  preview: 'Hola, ¿tienen disponibilidad?',
  body: 'Llamar el lunes',
  title: 'vip',
  label: 'vip',
  color: '#0f766e',
  channel: 'whatsapp',
  source_id: '573001234567',
  file_name: 'foto.png',
  message: 'This endpoint works.',
  utm_source: 'instagram',
  time_zone: 'America/Bogota',
}

/** Example changes for an event, by its name. */
function exampleChanges(type: string): Record<string, { from: string; to: string }> {
  if (/stage/.test(type)) return { stage: { from: 'Nuevo', to: 'Contactado' } }
  if (/owner|assigned/.test(type)) return { [/owner/.test(type) ? 'owner' : 'assignee']: { from: 'Ana', to: 'Luis' } }
  if (/team/.test(type)) return { team: { from: 'Ventas', to: 'Soporte' } }
  if (/priority/.test(type)) return { priority: { from: 'none', to: 'high' } }
  if (/updated/.test(type)) return { name: { from: 'Ana', to: 'Ana María Restrepo' } }
  const to = type.split('.')[1]!.replace('status_changed', 'resolved').replace('reopened', 'open')
  return { status: { from: 'open', to } }
}
