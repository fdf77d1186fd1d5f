export const lostReasonEs = {
  title: 'Motivos de pérdida',
  hint: 'Se elige uno al perder un negocio y se analizan en los informes.',
  create: 'Nuevo motivo',
  rename: 'Cambiar nombre',
  name: 'Motivo',
  placeholder: 'Por ejemplo: Precio',
  empty: 'Aún no hay motivos',
  emptyHint: 'Agrega uno: un negocio necesita un motivo para marcarse como perdido.',
  failed: 'No pudimos cargar los motivos',
  created: (name: string) => `«${name}» fue agregado`,
  saved: 'Motivo guardado',
  delete: 'Eliminar motivo',
  deleteTitle: (name: string) => `¿Eliminar «${name}»?`,
  deleteWarning: 'Ya no se podrá elegir. Los negocios ya perdidos lo conservan.',
  deleted: (name: string) => `«${name}» fue eliminado`,
  taken: 'Ya existe un motivo con ese nombre.',
}

export type LostReasonWords = typeof lostReasonEs
