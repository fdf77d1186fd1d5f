import type { AlertKind } from '#contract/records/notification.ts'

export const notificationsEs = {
  title: 'Notificaciones',
  device: 'En este dispositivo',
  deviceHint: 'Se guarda en este navegador.',
  kindsTitle: 'Tus notificaciones',
  kindsHint: 'Las del escritorio, el sonido y las del teléfono necesitan que la notificación aparezca en la app.',
  failed: 'No pudimos cargar tus notificaciones',
  channels: {
    app: 'En la app',
    desktop: 'Escritorio',
    sound: 'Sonido',
    push: 'Con la app cerrada',
    email: 'Correo',
  },
  kinds: {
    conversation_assigned: ['Me asignan una conversación', 'Otra persona o una regla te la asigna.'],
    mention: ['Me mencionan en una nota', 'Alguien de tu equipo te menciona en una nota interna.'],
    customer_waiting: ['Un cliente espera', 'En conversaciones sin asignar de tu equipo o de tus canales.'],
    customer_replied: ['Un cliente responde', 'En conversaciones asignadas a ti o que sigues.'],
    owner_changed: ['Recibo un lead o negocio', 'Pasas a ser su responsable.'],
    sla_due_soon: [
      'Se acaba el plazo de una respuesta',
      'En tus conversaciones y en las de tu equipo que nadie tiene.',
    ],
    sla_breached: ['Una respuesta está atrasada', 'En tus conversaciones y en las de tu equipo que nadie tiene.'],
    activity_due: ['Vence una actividad', 'Tus llamadas, reuniones y tareas.'],
  } as Record<AlertKind, [label: string, hint: string]>,
  quiet: 'Horas de silencio',
  quietHint:
    'Sin sonido ni notificaciones fuera de la app. Lo que llegue te espera dentro de ella; el correo sigue igual.',
  quietOn: 'Silenciar a diario',
  from: 'Desde',
  to: 'Hasta',
  zone: (zone: string) => `Hora de ${zone}`,
  same: 'Elige una hora distinta a la del comienzo.',
  privacy: 'Privacidad',
  showText: 'Mostrar el comienzo de los mensajes',
  showTextHint: 'Si lo apagas, las notificaciones fuera de la app dicen quién escribió, no qué escribió.',
}
export type NotificationsWords = typeof notificationsEs
