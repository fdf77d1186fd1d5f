export const activityEs = {
  schedule: 'Programar',
  scheduleTitle: 'Programar una actividad',
  editTitle: 'Editar actividad',
  types: { call: 'Llamada', meeting: 'Reunión', task: 'Tarea', note: 'Nota', email: 'Correo' },
  type: 'Tipo',
  due: (zone: string) => `Para cuándo (hora de ${zone})`,
  dueHint: 'La persona asignada recibe un correo a esa hora.',
  duration: 'Duración',
  noDuration: 'Sin indicar',
  minutes: (minutes: number) => {
    const hours = Math.floor(minutes / 60)
    const rest = minutes % 60
    return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  },
  assignee: 'Asignada a',
  body: 'Descripción',
  about: 'Lead, negocio o contacto',
  find: 'Busca leads, negocios y contactos por nombre',
  quick: { hour: 'En 1 hora', tomorrow: 'Mañana 9:00', days: 'En 3 días', monday: 'El lunes 9:00' },
  save: 'Programar',
  saved: 'Actividad programada',
  changed: 'Actividad actualizada',
  none: 'Nada pendiente.',
  noneHint: 'Programa la próxima llamada, reunión o tarea para que siga avanzando.',
  overdue: 'Vencida',
  done: 'Hecha',
  complete: (what: string) => `Completar: ${what}`,
  completeTitle: '¿Cómo te fue?',
  completeWithOutcome: 'Completar con su resultado…',
  outcomeHint: 'Se guarda como nota en el historial.',
  completeNow: 'Marcar como hecha',
  completed: 'Actividad completada',
  reopen: (what: string) => `Reabrir: ${what}`,
  reopened: 'Actividad reabierta',
  edit: (what: string) => `Editar: ${what}`,
  forWhom: (name: string) => `Para ${name}`,
  toTomorrow: 'Pasar a mañana',
  toNextWeek: 'Aplazar una semana',
  moved: (when: string) => `Nueva fecha: ${when}`,
}

export type ActivityWords = typeof activityEs
