export const labelEs = {
  title: 'Etiquetas',
  hint: 'Organizan contactos y conversaciones. Crea etiquetas, cambia su color y su orden.',
  list: 'Todas las etiquetas',
  create: 'Nueva etiqueta',
  submit: 'Crear etiqueta',
  createTitle: 'Nueva etiqueta',
  editTitle: (title: string) => `Editar «${title}»`,
  name: 'Nombre',
  description: 'Descripción',
  color: 'Color',
  preview: 'Vista previa',
  search: 'Buscar etiquetas',
  noDescription: 'Sin descripción',
  created: (title: string) => `«${title}» ya se puede usar`,
  saved: (title: string) => `«${title}» quedó guardada`,
  deleteTitle: (title: string) => `¿Eliminar «${title}»?`,
  deleteWarning: 'Se quita de todos los contactos y conversaciones, que se conservan. No se puede deshacer.',
  carriedBy: (contacts: string, conversations: string) =>
    `La tienen ${contacts} contactos y ${conversations} conversaciones.`,
  deleted: (title: string) => `«${title}» fue eliminada`,
  empty: 'Aún no hay etiquetas',
  emptyHint: 'Crea la primera: por ejemplo «Urgente», «VIP» o «Garantía».',
  noMatch: 'Ninguna etiqueta coincide',
  noMatchHint: 'Prueba con otras palabras.',
  failed: 'No pudimos cargar las etiquetas',
}

export type LabelWords = typeof labelEs
