import type { ConversationWords } from './words.es.ts'

export const conversationEn: ConversationWords = {
  channels: {
    web_widget: 'Website chat',
    whatsapp: 'WhatsApp',
    instagram: 'Instagram',
    messenger: 'Messenger',
    telegram: 'Telegram',
    sms: 'SMS',
    email: 'E-mail',
    api: 'API',
  },
  statuses: { open: 'Open', pending: 'Pending', snoozed: 'Snoozed', resolved: 'Resolved' },
  create: {
    open: 'New conversation',
    hint: 'The contact gets your message on the channel you choose.',
    writeTo: (name) => `Write to ${name}`,
    contact: 'Contact',
    find: 'Search by name, phone or e-mail',
    change: 'Change',
    noContact: 'Choose who to write to.',
    inbox: 'Channel',
    chooseInbox: 'Choose a channel',
    noInbox: 'There is no channel to write on. Create one in Settings.',
    subject: 'Subject',
    noSubject: 'Write a subject.',
    cc: 'Cc',
    message: 'Message',
    submit: 'Start conversation',
    send: 'Send',
    done: (name) => `Conversation with ${name} started`,
  },
}
