import type { CustomAttribute } from '#contract/records/workspace.ts'

type Types = Record<CustomAttribute['type'], [name: string, hint: string]>
type Models = Record<CustomAttribute['model'], string>

export const attributeEs = {
  title: 'Campos personalizados',
  hint: 'Información propia de tu empresa, con su tipo: número de póliza, presupuesto, fecha de entrega.',
  model: 'Se aplica a',
  models: {
    contact_attribute: 'Contactos',
    conversation_attribute: 'Conversaciones',
    lead_attribute: 'Leads',
    opportunity_attribute: 'Negocios',
  } as Models,
  lists: {
    contact_attribute: 'Campos de contactos',
    conversation_attribute: 'Campos de conversaciones',
    lead_attribute: 'Campos de leads',
    opportunity_attribute: 'Campos de negocios',
  } as Models,
  modelHints: {
    contact_attribute: 'Se llenan en la ficha del contacto, al importar y desde formularios.',
    conversation_attribute: 'Se llenan en el detalle de cada conversación.',
    lead_attribute: 'Se llenan en cada lead y al importar. Una etapa puede exigirlos.',
    opportunity_attribute: 'Se llenan en cada negocio y al importar. Una etapa puede exigirlos.',
  } as Models,
  create: 'Nuevo campo',
  submit: 'Crear campo',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  nameHint: 'Lo ve tu equipo.',
  key: 'Clave',
  keyHint: 'La usan la API y los mensajes. No se puede cambiar después.',
  keyFixed: 'La clave y el tipo no se pueden cambiar: los valores guardados dependen de ellos.',
  type: 'Tipo',
  types: {
    text: ['Texto', 'Cualquier texto'],
    number: ['Número', 'Un número, con o sin decimales'],
    currency: ['Valor', 'Un número con hasta dos decimales'],
    percent: ['Porcentaje', 'Un número'],
    link: ['Enlace', 'Una dirección que empieza por https://'],
    date: ['Fecha', 'Un día del calendario'],
    list: ['Lista', 'Una de las opciones que escribas'],
    checkbox: ['Sí o no', 'Una casilla'],
  } as Types,
  description: 'Descripción',
  values: 'Opciones',
  valuesHint: 'Una por línea, en el orden en que se ofrecen. Los registros conservan la que tengan aunque la quites.',
  created: (name: string) => `«${name}» fue creado`,
  saved: (name: string) => `«${name}» quedó guardado`,
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteWarning: (key: string) =>
    `El campo deja de mostrarse y validarse. Los valores guardados en «${key}» se conservan.`,
  deleted: (name: string) => `«${name}» fue eliminado`,
  usedAs: (key: string) => `Clave ${key}`,
  empty: {
    contact_attribute: 'Aún no hay campos personalizados de contactos',
    conversation_attribute: 'Aún no hay campos personalizados de conversaciones',
    lead_attribute: 'Aún no hay campos personalizados de leads',
    opportunity_attribute: 'Aún no hay campos personalizados de negocios',
  } as Models,
  emptyHint: 'Crea uno para que todo el equipo registre la misma información.',
  failed: 'No pudimos cargar los campos personalizados',
  keyInvalid:
    'Usa minúsculas sin tilde, números y guion bajo, empezando por una letra. Los nombres de los campos del sistema están reservados.',
  keyTaken: 'Ya existe un campo con esta clave.',
  valuesMissing: 'Escribe al menos una opción.',
}

export type AttributeWords = typeof attributeEs
