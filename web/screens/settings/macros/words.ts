import { dictionary } from '#web/i18n.ts'

const es = {
  title: 'Macros',
  hint: 'Varias acciones con un solo gesto. Se aplican desde la conversación, a una o a muchas a la vez.',
  create: 'Nueva macro',
  submit: 'Crear macro',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  nameHint: 'Por lo que hace: «Pedir documentos», «Cerrar con gracias».',
  visibility: 'Quién la usa',
  visibilities: { private: 'Solo tú', shared: 'Todo el equipo' },
  visibilityHints: {
    private: 'Nadie más la ve.',
    shared: 'Todas las personas la ven y la aplican. La cambia quien administra.',
  },
  actions: 'Qué hace, en este orden',
  groups: { shared: 'De todo el equipo', private: 'Solo tuyas' },
  by: (name: string) => `De ${name}`,
  steps: (count: number) => (count === 1 ? '1 acción' : `${count} acciones`),
  created: (name: string) => `«${name}» ya se puede aplicar`,
  saved: (name: string) => `«${name}» quedó guardada`,
  deleted: (name: string) => `«${name}» fue eliminada`,
  duplicate: 'Duplicar para ti',
  copyOf: (name: string) => `${name} (copia)`,
  empty: 'Aún no hay macros',
  emptyHint: 'Crea una con lo que repites: poner una etiqueta, responder y cerrar, por ejemplo.',
  failed: 'No pudimos cargar las macros',
}

const en: typeof es = {
  title: 'Macros',
  hint: 'Several actions in one go. They are run from the conversation, on one or on many at once.',
  create: 'New macro',
  submit: 'Create macro',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  nameHint: 'By what it does: “Ask for documents”, “Close with thanks”.',
  visibility: 'Who uses it',
  visibilities: { private: 'Only you', shared: 'The whole team' },
  visibilityHints: {
    private: 'Nobody else sees it.',
    shared: 'Everybody sees and runs it. Administrators change it.',
  },
  actions: 'What it does, in this order',
  groups: { shared: 'Of the whole team', private: 'Only yours' },
  by: (name) => `By ${name}`,
  steps: (count) => (count === 1 ? '1 action' : `${count} actions`),
  created: (name) => `“${name}” can be run now`,
  saved: (name) => `“${name}” was saved`,
  deleted: (name) => `“${name}” was deleted`,
  duplicate: 'Duplicate for you',
  copyOf: (name) => `${name} (copy)`,
  empty: 'No macros yet',
  emptyHint: 'Create one of what you repeat: add a label, answer and resolve, for example.',
  failed: 'We could not load the macros',
}

export const macroWords = { es, en }
export const useMacroWords = dictionary(es, en)
