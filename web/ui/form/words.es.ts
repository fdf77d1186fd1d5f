export const savingEs = {
  unsaved: 'Cambios sin guardar',
  discard: 'Descartar',
  leaveTitle: '¿Salir sin guardar?',
  leaveHint: 'Perderás tus cambios.',
  leave: 'Salir sin guardar',
  stay: 'Seguir editando',
}

export type SavingWords = typeof savingEs
