import { dictionary } from '#web/i18n.ts'

const es = {
  title: 'Etiquetas',
  hint: 'Ordenan contactos y conversaciones. Aquí decides cuáles hay, su color y en qué orden aparecen.',
  list: 'Todas las etiquetas',
  create: 'Nueva etiqueta',
  submit: 'Crear etiqueta',
  createTitle: 'Nueva etiqueta',
  editTitle: (title: string) => `Editar «${title}»`,
  name: 'Nombre',
  description: 'Para qué sirve',
  color: 'Color',
  preview: 'Así se verá',
  search: 'Buscar etiqueta',
  noDescription: 'Sin descripción',
  created: (title: string) => `«${title}» ya se puede usar`,
  saved: (title: string) => `«${title}» quedó guardada`,
  deleteTitle: (title: string) => `¿Eliminar «${title}»?`,
  deleteWarning:
    'Se quita de todo lo que la lleva. Los contactos y las conversaciones se quedan. No se puede deshacer.',
  carriedBy: (contacts: string, conversations: string) =>
    `Hoy la llevan ${contacts} contactos y ${conversations} conversaciones.`,
  deleted: (title: string) => `«${title}» fue eliminada`,
  empty: 'Aún no hay etiquetas',
  emptyHint: 'Crea la primera: por ejemplo «Urgente», «VIP» o «Garantía».',
  noMatch: 'Ninguna etiqueta coincide',
  noMatchHint: 'Prueba con otras palabras.',
  failed: 'No pudimos cargar las etiquetas',
}

const en: typeof es = {
  title: 'Labels',
  hint: 'They sort contacts and conversations. Here you decide which there are, their colour and the order they come in.',
  list: 'All labels',
  create: 'New label',
  submit: 'Create label',
  createTitle: 'New label',
  editTitle: (title) => `Edit “${title}”`,
  name: 'Name',
  description: 'What it is for',
  color: 'Colour',
  preview: 'How it will look',
  search: 'Find a label',
  noDescription: 'No description',
  created: (title) => `“${title}” is ready to use`,
  saved: (title) => `“${title}” was saved`,
  deleteTitle: (title) => `Delete “${title}”?`,
  deleteWarning: 'It is taken off everything that carries it. Contacts and conversations stay. It cannot be undone.',
  carriedBy: (contacts, conversations) => `Today ${contacts} contacts and ${conversations} conversations carry it.`,
  deleted: (title) => `“${title}” was deleted`,
  empty: 'No labels yet',
  emptyHint: 'Create the first one: “Urgent”, “VIP” or “Warranty”, for example.',
  noMatch: 'No label matches',
  noMatchHint: 'Try other words.',
  failed: 'We could not load the labels',
}

export const labelWords = { es, en }
export const useLabelWords = dictionary(es, en)
