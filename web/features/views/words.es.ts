export const viewEs = {
  save: 'Guardar vista',
  menu: 'Vista',
  saveAs: 'Guardar como vista…',
  updateFilters: 'Guardar los filtros actuales',
  twoSearches: 'Una vista guarda una sola búsqueda de texto. Borra el texto buscado.',
  nothing: 'Filtra la lista antes de guardar la vista.',
  edit: 'Editar vista',
  name: 'Nombre de la vista',
  visibility: 'Visible para',
  visibilities: {
    private: { label: 'Solo tú', hint: 'Nadie más la ve.' },
    shared: { label: 'Todo el equipo', hint: 'Los administradores pueden cambiarla o eliminarla.' },
  },
  saved: (name: string) => `Vista «${name}» guardada`,
  deleteTitle: (name: string) => `¿Eliminar la vista «${name}»?`,
  deleteWarning: 'Solo se elimina la vista; lo que muestra no cambia.',
  deleted: (name: string) => `Vista «${name}» eliminada`,
}

export type ViewWords = typeof viewEs
