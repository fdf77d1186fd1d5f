import type { CustomAttribute } from '#contract/records/workspace.ts'
import { dictionary } from '#web/i18n.ts'

type Types = Record<CustomAttribute['type'], [name: string, hint: string]>
type Models = Record<CustomAttribute['model'], string>

const es = {
  title: 'Atributos',
  hint: 'Datos propios de tu negocio, con su tipo: el número de póliza, el presupuesto, la fecha de entrega.',
  model: 'De qué son',
  models: { contact_attribute: 'Contactos', conversation_attribute: 'Conversaciones' } as Models,
  lists: {
    contact_attribute: 'Atributos de los contactos',
    conversation_attribute: 'Atributos de las conversaciones',
  } as Models,
  modelHints: {
    contact_attribute: 'Se llenan en la ficha del contacto, al importar y desde formularios.',
    conversation_attribute: 'Se llenan en el detalle de cada conversación.',
  } as Models,
  create: 'Nuevo atributo',
  submit: 'Crear atributo',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  nameHint: 'Lo que lee tu equipo.',
  key: 'Clave',
  keyHint: 'La que usan los programas y los mensajes. Después no cambia.',
  keyFixed: 'La clave y el tipo no cambian: los datos guardados dependen de ellos.',
  type: 'Tipo',
  types: {
    text: ['Texto', 'Cualquier texto'],
    number: ['Número', 'Un número, con o sin decimales'],
    currency: ['Monto', 'Un número con hasta dos decimales'],
    percent: ['Porcentaje', 'Un número'],
    link: ['Enlace', 'Una dirección que empieza por https://'],
    date: ['Fecha', 'Un día del calendario'],
    list: ['Lista', 'Una de las opciones que escribas'],
    checkbox: ['Sí o no', 'Una casilla'],
  } as Types,
  description: 'Para qué sirve',
  values: 'Opciones',
  valuesHint: 'Una por línea, en el orden en que se ofrecen. Los registros conservan la que tengan aunque la quites.',
  created: (name: string) => `«${name}» ya se puede llenar`,
  saved: (name: string) => `«${name}» quedó guardado`,
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteWarning: (key: string) =>
    `Deja de ofrecerse y su tipo deja de exigirse. Los valores que ya tienen los registros bajo «${key}» se conservan.`,
  deleted: (name: string) => `«${name}» fue eliminado`,
  usedAs: (key: string) => `Clave ${key}`,
  empty: {
    contact_attribute: 'Los contactos aún no tienen atributos propios',
    conversation_attribute: 'Las conversaciones aún no tienen atributos propios',
  } as Models,
  emptyHint: 'Crea uno para que todo el equipo lo llene igual.',
  failed: 'No pudimos cargar los atributos',
  keyInvalid:
    'Usa minúsculas sin tilde, números y guion bajo, empezando por una letra. Los nombres propios del producto están reservados.',
  keyTaken: 'Ya hay un atributo con esta clave.',
  valuesMissing: 'Escribe al menos una opción.',
}

const en: typeof es = {
  title: 'Attributes',
  hint: 'Details of your own business, each with its type: the policy number, the budget, the day of delivery.',
  model: 'What they belong to',
  models: { contact_attribute: 'Contacts', conversation_attribute: 'Conversations' },
  lists: { contact_attribute: 'Attributes of contacts', conversation_attribute: 'Attributes of conversations' },
  modelHints: {
    contact_attribute: 'Filled in on the contact, when importing, and by forms.',
    conversation_attribute: 'Filled in on each conversation.',
  },
  create: 'New attribute',
  submit: 'Create attribute',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  nameHint: 'What your team reads.',
  key: 'Key',
  keyHint: 'What programs and messages use. It does not change later.',
  keyFixed: 'Key and type do not change: what is stored depends on them.',
  type: 'Type',
  types: {
    text: ['Text', 'Any text'],
    number: ['Number', 'A number, with or without decimals'],
    currency: ['Amount', 'A number with up to two decimals'],
    percent: ['Percentage', 'A number'],
    link: ['Link', 'An address that begins with https://'],
    date: ['Date', 'A day of the calendar'],
    list: ['List', 'One of the choices you write'],
    checkbox: ['Yes or no', 'A box to tick'],
  },
  description: 'What it is for',
  values: 'Choices',
  valuesHint: 'One a line, in the order they are offered. Records keep the one they have, also when you remove it.',
  created: (name) => `“${name}” can be filled in now`,
  saved: (name) => `“${name}” was saved`,
  deleteTitle: (name) => `Delete “${name}”?`,
  deleteWarning: (key) =>
    `It is no longer offered, and its type no longer asked for. What records already hold under “${key}” is kept.`,
  deleted: (name) => `“${name}” was deleted`,
  usedAs: (key) => `Key ${key}`,
  empty: {
    contact_attribute: 'Contacts have no attributes of your own yet',
    conversation_attribute: 'Conversations have no attributes of your own yet',
  },
  emptyHint: 'Create one, so that the whole team fills it in alike.',
  failed: 'We could not load the attributes',
  keyInvalid:
    'Use a-z without accents, numbers and underscores, beginning with a letter. The product’s own field names are taken.',
  keyTaken: 'There is an attribute with this key already.',
  valuesMissing: 'Write at least one choice.',
}

export const attributeWords = { es, en }
export const useAttributeWords = dictionary(es, en)
