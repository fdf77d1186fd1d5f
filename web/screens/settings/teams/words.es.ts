import { plural } from '#web/app/plural.ts'

export const teamEs = {
  title: 'Equipos',
  hint: 'Las conversaciones se asignan a un equipo y se reparten entre sus integrantes. Las personas limitadas a su equipo ven también el trabajo de sus compañeros.',
  list: 'Todos los equipos',
  create: 'Nuevo equipo',
  submit: 'Crear equipo',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  description: 'Descripción',
  auto: 'Asignar automáticamente',
  autoHint: 'Las conversaciones del equipo pasan por turnos a los integrantes en línea y con cupo.',
  autoOn: 'Asignación automática',
  autoOff: 'Asignación manual',
  members: 'Integrantes',
  memberCount: (count: number) => plural(count, '1 integrante', `${count} integrantes`),
  noMembers: 'Sin integrantes',
  more: (count: number) => `y ${count} más`,
  created: (name: string) => `El equipo «${name}» está listo`,
  saved: (name: string) => `«${name}» quedó guardado`,
  deleteTitle: (name: string) => `¿Eliminar el equipo «${name}»?`,
  deleteWarning:
    'Sus integrantes siguen en el espacio de trabajo. Sus conversaciones conservan a la persona asignada y quedan sin equipo. No se puede deshacer.',
  open: (count: string) => `Conversaciones abiertas del equipo: ${count}.`,
  deleted: (name: string) => `El equipo «${name}» fue eliminado`,
  empty: 'Aún no hay equipos',
  emptyHint: 'Crea uno para repartir el trabajo: ventas, soporte, cobranza…',
  failed: 'No pudimos cargar los equipos',
}

export type TeamWords = typeof teamEs
