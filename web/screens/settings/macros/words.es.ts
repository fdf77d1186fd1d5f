import { plural } from '#web/app/plural.ts'

export const macroEs = {
  title: 'Macros',
  hint: 'Varias acciones con un clic. Ejecútalas desde una conversación o a muchas a la vez.',
  create: 'Nueva macro',
  submit: 'Crear macro',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  nameHint: 'Describe lo que hace: «Pedir documentos», «Cerrar con gracias».',
  visibility: 'Disponible para',
  visibilities: { private: 'Solo tú', shared: 'Todo el equipo' },
  visibilityHints: {
    private: 'Nadie más la ve.',
    shared: 'Todas las personas la ven y la ejecutan. Los administradores la editan.',
  },
  actions: 'Acciones, en este orden',
  groups: { shared: 'Compartidas con el equipo', private: 'Privadas' },
  by: (name: string) => `De ${name}`,
  steps: (count: number) => plural(count, '1 acción', `${count} acciones`),
  created: (name: string) => `«${name}» ya se puede ejecutar`,
  saved: (name: string) => `«${name}» quedó guardada`,
  deleted: (name: string) => `«${name}» fue eliminada`,
  duplicate: 'Duplicar como privada',
  copyOf: (name: string) => `${name} (copia)`,
  empty: 'Aún no hay macros',
  emptyHint: 'Crea una para lo que haces seguido: agregar una etiqueta, responder y resolver, por ejemplo.',
  failed: 'No pudimos cargar las macros',
}

export type MacroWords = typeof macroEs
