import { dictionary } from '#web/i18n.ts'

const es = {
  unsaved: 'Cambios sin guardar',
  discard: 'Descartar',
  leaveTitle: '¿Salir sin guardar?',
  leaveHint: 'Lo que cambiaste aquí se pierde.',
  leave: 'Salir sin guardar',
  stay: 'Seguir editando',
}

const en: typeof es = {
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  leaveTitle: 'Leave without saving?',
  leaveHint: 'What you changed here will be lost.',
  leave: 'Leave without saving',
  stay: 'Keep editing',
}

export const savingWords = { es, en }
export const useSavingWords = dictionary(es, en)
