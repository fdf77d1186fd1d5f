import { notificationSentencesEs } from '#contract/notification-sentences.ts'
import { plural } from '#web/app/plural.ts'

export const notificationCentreEs = {
  title: 'Notificaciones',
  open: (unread: number) =>
    unread === 0
      ? 'Notificaciones'
      : plural(unread, 'Notificaciones: 1 sin leer', `Notificaciones: ${unread} sin leer`),
  markAll: 'Marcar todas como leídas',
  unread: 'Sin leer',
  empty: 'Estás al día',
  emptyHint:
    'Aquí verás las conversaciones que te asignan, las menciones, las respuestas de tus clientes y tus tareas.',
  failed: 'No pudimos cargar tus notificaciones',
  settings: 'Elegir tus notificaciones',
  more: (count: number) => `y ${count - 1} más`,
  kinds: notificationSentencesEs,
}
export type NotificationCentreWords = typeof notificationCentreEs
