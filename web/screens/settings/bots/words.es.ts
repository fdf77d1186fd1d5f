import { plural } from '#web/app/plural.ts'

export const botEs = {
  title: 'Bots',
  hint: 'Un bot es un programa tuyo que responde primero. En los canales donde atiende, las conversaciones nuevas empiezan pendientes hasta que el bot las pasa al equipo.',
  list: 'Todos los bots',
  create: 'Nuevo bot',
  submit: 'Crear bot',
  editTitle: (name: string) => `Editar «${name}»`,
  name: 'Nombre',
  description: 'Descripción',
  url: 'Dirección del programa',
  urlHint: 'Recibe los mensajes y los cambios de estado de sus canales.',
  inboxes: 'Canales donde responde',
  taken: (bot: string) => `ahora responde «${bot}»`,
  inboxCount: (count: number) => plural(count, '1 canal', `${count} canales`),
  noInboxes: 'Sin canales',
  noUrl: 'Sin dirección',
  created: (name: string) => `El bot «${name}» está listo`,
  saved: (name: string) => `«${name}» quedó guardado`,
  tokenTitle: 'Guarda el token y el secreto',
  tokenHint:
    'Solo se muestran ahora. Con el token responde el bot; con el secreto comprueba que los eventos vienen de aquí.',
  token: 'Token',
  secret: 'Secreto',
  kept: 'Ya los guardé',
  deleteTitle: (name: string) => `¿Eliminar el bot «${name}»?`,
  deleteWarning:
    'Su token deja de funcionar de inmediato y sus canales pasan al equipo. Sus mensajes se conservan. No se puede deshacer.',
  deleted: (name: string) => `El bot «${name}» fue eliminado`,
  empty: 'Aún no hay bots',
  emptyHint: 'Conecta un programa que responda primero, por ejemplo un flujo de Typebot o n8n.',
  failed: 'No pudimos cargar los bots',
}

export type BotWords = typeof botEs
