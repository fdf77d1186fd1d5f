import type { FirstStepsWords } from './words.es.ts'

export const firstStepsEn: FirstStepsWords = {
  title: 'First steps',
  progress: (done, all) => `${done} of ${all} done`,
  dismiss: 'Hide the first steps',
  done: 'Done',
  steps: {
    connect_channel: ['Connect a channel', 'Chat on your site, WhatsApp, e-mail and more.'],
    invite_people: ['Invite your team', 'To share the conversations.'],
    import_contacts: ['Import your contacts', 'From a CSV or Excel file.'],
    try_widget: ['Try the chat', 'Write to your own site as a visitor.'],
    connect_assistant: ['Connect an assistant', 'Let Claude, ChatGPT or another assistant work with your data.'],
  },
}
