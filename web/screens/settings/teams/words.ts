import { dictionary } from '#web/i18n.ts'

const es = {
  title: 'Equipos',
  hint: 'Un equipo recibe conversaciones y las reparte. Quien solo ve lo de su equipo ve también lo de sus compañeros.',
  list: 'Todos los equipos',
  create: 'Nuevo equipo',
  submit: 'Crear equipo',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  description: 'De qué se encarga',
  auto: 'Repartir entre sus integrantes',
  autoHint: 'Lo que se le da al equipo pasa por turnos a quien esté en línea y tenga cupo.',
  autoOn: 'Reparte solo',
  autoOff: 'Sin reparto',
  members: 'Integrantes',
  memberCount: (count: number) => (count === 1 ? '1 integrante' : `${count} integrantes`),
  noMembers: 'Sin integrantes',
  more: (count: number) => `y ${count} más`,
  created: (name: string) => `El equipo «${name}» está listo`,
  saved: (name: string) => `«${name}» quedó guardado`,
  deleteTitle: (name: string) => `¿Eliminar el equipo «${name}»?`,
  deleteWarning:
    'Sus integrantes siguen en el espacio de trabajo. Sus conversaciones se conservan, con la persona que las tiene, y quedan sin equipo. No se puede deshacer.',
  open: (count: string) => `Conversaciones abiertas del equipo: ${count}.`,
  deleted: (name: string) => `El equipo «${name}» fue eliminado`,
  empty: 'Aún no hay equipos',
  emptyHint: 'Crea uno para repartir el trabajo: ventas, soporte, cobranza…',
  failed: 'No pudimos cargar los equipos',
}

const en: typeof es = {
  title: 'Teams',
  hint: 'A team is given conversations and shares them out. Who only sees their team’s work sees that of its members too.',
  list: 'All teams',
  create: 'New team',
  submit: 'Create team',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  description: 'What it takes care of',
  auto: 'Share out among its members',
  autoHint: 'What the team is given goes in turn to whoever is online and has room.',
  autoOn: 'Shares out',
  autoOff: 'No sharing out',
  members: 'Members',
  memberCount: (count) => (count === 1 ? '1 member' : `${count} members`),
  noMembers: 'No members',
  more: (count) => `and ${count} more`,
  created: (name) => `The team “${name}” is ready`,
  saved: (name) => `“${name}” was saved`,
  deleteTitle: (name) => `Delete the team “${name}”?`,
  deleteWarning:
    'Its members stay in the workspace. Its conversations are kept, with whoever has them, and belong to no team. It cannot be undone.',
  open: (count) => `Open conversations of the team: ${count}.`,
  deleted: (name) => `The team “${name}” was deleted`,
  empty: 'No teams yet',
  emptyHint: 'Create one to share out the work: sales, support, billing…',
  failed: 'We could not load the teams',
}

export const teamWords = { es, en }
export const useTeamWords = dictionary(es, en)
