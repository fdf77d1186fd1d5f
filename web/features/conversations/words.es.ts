export const conversationEs = {
  channels: {
    web_widget: 'Chat del sitio',
    whatsapp: 'WhatsApp',
    instagram: 'Instagram',
    messenger: 'Messenger',
    telegram: 'Telegram',
    sms: 'SMS',
    email: 'Correo',
    api: 'API',
  },
  statuses: { open: 'Abierta', pending: 'Pendiente', snoozed: 'Pospuesta', resolved: 'Resuelta' },
  create: {
    open: 'Nueva conversación',
    hint: 'El contacto recibe tu mensaje por el canal que elijas.',
    writeTo: (name: string) => `Escribir a ${name}`,
    contact: 'Contacto',
    find: 'Busca por nombre, teléfono o correo',
    change: 'Cambiar',
    noContact: 'Elige a quién escribir.',
    inbox: 'Canal',
    chooseInbox: 'Elige un canal',
    noInbox: 'No hay ningún canal para escribir. Crea uno en Ajustes.',
    subject: 'Asunto',
    noSubject: 'Escribe un asunto.',
    cc: 'Cc',
    message: 'Mensaje',
    submit: 'Iniciar conversación',
    send: 'Enviar',
    done: (name: string) => `Conversación con ${name} iniciada`,
  },
}

export type ConversationWords = typeof conversationEs
