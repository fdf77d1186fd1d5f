/** What a column of a file is: a field of the contact, `custom_attributes.` and a key, or nothing. */
export type Meaning = string
export const SKIP: Meaning = ''
export const ATTRIBUTE = 'custom_attributes.'

export const fields = [
  'name',
  'phone_number',
  'email',
  'company_name',
  'job_title',
  'city',
  'country',
  'bio',
  'labels',
] as const
export type Field = (typeof fields)[number]

type Defined = { key: string; display_name: string }

/** What the columns most likely are, by their names in Spanish or English. No two are the same field. */
export function guess(heading: readonly string[], defined: readonly Defined[]): Meaning[] {
  const taken = new Set<Meaning>()
  return heading.map((name) => {
    const first = likely(name, defined)
    const meaning = taken.has(first) ? fresh(name) : first
    if (taken.has(meaning)) return SKIP
    if (meaning !== SKIP) taken.add(meaning)
    return meaning
  })
}

function likely(name: string, defined: readonly Defined[]): Meaning {
  if (name.startsWith(ATTRIBUTE)) return name
  const plain = keyOf(name)
  const known = aliases[plain] ?? fields.find((field) => field === plain)
  if (known !== undefined) return known
  const attribute = defined.find(
    ({ key, display_name }) => key === name || keyOf(key) === plain || keyOf(display_name) === plain,
  )
  return attribute ? ATTRIBUTE + attribute.key : fresh(name)
}

/** The attribute a column makes that is nothing known. */
export function fresh(name: string): Meaning {
  const key = keyOf(name)
  return key ? ATTRIBUTE + key : SKIP
}

/** `Correo electrónico` is `correo_electronico`. */
export function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

const names: Record<Field, string> = {
  name: 'nombre nombre_completo nombres nombre_y_apellido contacto cliente full_name contact_name contact customer',
  phone_number:
    'phone telefono celular movil mobile cell whatsapp tel numero phone_number_1 telefono_movil mobile_phone',
  email: 'e_mail correo correo_electronico mail email_address direccion_de_correo',
  company_name: 'company empresa compania organizacion organization organisation negocio',
  job_title: 'cargo puesto position title role ocupacion profesion',
  city: 'ciudad municipio town localidad',
  country: 'pais',
  bio: 'notas notes acerca_de about descripcion description comentarios comments',
  labels: 'etiquetas etiqueta tags tag label',
}

const aliases: Record<string, Meaning> = Object.fromEntries([
  ...Object.entries(names).flatMap(([field, all]) => all.split(' ').map((name) => [name, field])),
  // An export says when a contact was created; an import cannot.
  ...['created_at', 'creado', 'fecha_de_creacion'].map((name) => [name, SKIP]),
])

export type Complaint = { is: 'name' } | { is: 'reach' } | { is: 'doubled'; meaning: Meaning }

/** What keeps the file from being understood. */
export function complaintAbout(meanings: readonly Meaning[]): Complaint | undefined {
  const used = meanings.filter((meaning) => meaning !== SKIP)
  const doubled = used.find((meaning, index) => used.indexOf(meaning) !== index)
  if (doubled) return { is: 'doubled', meaning: doubled }
  if (!used.includes('name')) return { is: 'name' }
  return used.includes('phone_number') || used.includes('email') ? undefined : { is: 'reach' }
}
