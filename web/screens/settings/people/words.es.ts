import { plural } from '#web/app/plural.ts'

export const peopleEs = {
  title: 'Personas',
  hint: 'Administra quién tiene acceso a este espacio de trabajo, qué ve y qué puede hacer.',
  invite: 'Invitar',
  you: 'Tú',
  search: 'Buscar por nombre o correo',
  noMatch: 'No encontramos a nadie',
  noMatchHint: 'Prueba con otro nombre o correo.',
  active: (count: number) => plural(count, '1 persona', `${count} personas`),
  deactivatedOnes: 'Sin acceso',
  failed: 'No pudimos cargar las personas',
  roles: { administrator: 'Administrador', agent: 'Agente' },
  roleLabel: 'Rol',
  roleHints: {
    administrator: 'Acceso completo, incluidos ajustes, personas y campañas.',
    agent: 'Atiende conversaciones, contactos y ventas.',
  },
  visibilities: { all: 'Todo', team: 'Solo lo de sus equipos', own: 'Solo lo suyo' },
  visibilityLabel: 'Puede ver',
  teams: 'Equipos',
  noTeams: 'Sin equipo',
  open: (count: number, text: string) => {
    if (count === 0) return 'Sin conversaciones abiertas'
    return plural(count, '1 conversación abierta', `${text} conversaciones abiertas`)
  },
  seen: (when: string) => `Última actividad: ${when}`,
  nameLabel: 'Nombre',
  twoFactor: 'Con verificación en dos pasos',
  acts: (name: string) => `Acciones para ${name}`,
  edit: 'Editar',
  editTitle: (name: string) => `Editar a ${name}`,
  saved: (name: string) => `${name}: cambios guardados`,
  resetTwoFactor: 'Restablecer la verificación en dos pasos',
  resetTitle: (name: string) => `¿Restablecer la verificación en dos pasos de ${name}?`,
  resetWarning: 'Podrá entrar solo con su contraseña hasta que la active de nuevo. Le avisaremos por correo.',
  resetDone: (name: string) => `Verificación en dos pasos de ${name} restablecida`,
  deactivate: 'Quitar acceso',
  deactivateTitle: (name: string) => `Quitar el acceso a ${name}`,
  deactivateHint:
    'Sus sesiones se cierran y sus claves de API se revocan para siempre. Su historial se conserva y puedes devolverle el acceso.',
  work: 'Su trabajo abierto',
  hand: 'Reasignarlo',
  handHint: 'Otra persona queda a cargo de todo lo abierto.',
  handTo: 'Reasignar a',
  handToPlaceholder: 'Elige una persona',
  nobody: 'Dejarlo sin asignar',
  nobodyHint: 'El equipo lo ve y puede tomarlo.',
  leave: 'Dejarlo asignado',
  leaveHint: 'Sigue asignado a esta persona, por si vuelve pronto.',
  deactivated: (name: string) => `${name} ya no tiene acceso`,
  deactivatedSince: (day: string) => `Sin acceso desde el ${day}`,
  reactivate: 'Devolver acceso',
  reactivated: (name: string) => `${name} tiene acceso de nuevo`,
}

export type PeopleWords = typeof peopleEs

export const invitationEs = {
  title: 'Invitaciones',
  newTitle: 'Invitar a una persona',
  newHint: 'Recibirá un correo con un enlace válido por siete días.',
  email: 'Correo electrónico',
  name: 'Nombre',
  send: 'Enviar invitación',
  sent: (email: string) => `Invitación enviada a ${email}`,
  already: 'Esa persona ya está en la lista: con acceso, sin él o con una invitación pendiente.',
  statuses: { pending: 'Pendiente', accepted: 'Aceptada', expired: 'Vencida', revoked: 'Retirada' },
  by: (name: string) => `Invitación de ${name}`,
  until: (day: string) => `Válida hasta el ${day}`,
  link: 'Enlace de la invitación',
  linkHint: (email: string) =>
    `No hay un servidor de correo: envía este enlace a ${email}. Funciona una vez y vence en siete días.`,
  copyLink: 'Copiar enlace',
  noLink: 'El enlace se envió por correo y no se guarda. Usa «Enviar de nuevo».',
  preparing: 'Preparando la invitación…',
  resend: 'Enviar de nuevo',
  resent: (email: string) => `Nuevo enlace enviado a ${email}. El anterior ya no funciona.`,
  revoke: 'Retirar invitación',
  revoked: (email: string) => `Invitación de ${email} retirada`,
  acts: (email: string) => `Acciones para ${email}`,
}

export type InvitationWords = typeof invitationEs
