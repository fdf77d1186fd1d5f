import type { NotificationsWords } from './words.es.ts'

export const notificationsEn: NotificationsWords = {
  title: 'Notifications',
  device: 'On this device',
  deviceHint: 'Saved in this browser.',
  kindsTitle: 'Your notifications',
  kindsHint: 'Desktop, sound and push notifications need the notification in the app.',
  failed: 'We couldn’t load your notifications',
  channels: {
    app: 'In the app',
    desktop: 'Desktop',
    sound: 'Sound',
    push: 'While closed',
    email: 'E-mail',
  },
  kinds: {
    conversation_assigned: ['A conversation is assigned to me', 'By another person or a rule.'],
    mention: ['I’m mentioned in a note', 'A teammate mentions you in an internal note.'],
    customer_waiting: ['A customer is waiting', 'In unassigned conversations of your team or your channels.'],
    customer_replied: ['A customer replies', 'In conversations assigned to you or followed by you.'],
    owner_changed: ['I get a lead or deal', 'You become its owner.'],
    sla_due_soon: ['The time to reply is running out', 'In your conversations and unassigned ones of your team.'],
    sla_breached: ['A reply is overdue', 'In your conversations and unassigned ones of your team.'],
    activity_due: ['An activity is due', 'Your calls, meetings and tasks.'],
  },
  quiet: 'Quiet hours',
  quietHint:
    'No sound and nothing outside the app. Everything waits in the notification centre; e-mail is not affected.',
  quietOn: 'Turn on every day',
  from: 'From',
  to: 'Until',
  zone: (zone) => `Time in ${zone}`,
  same: 'Choose an end time different from the start.',
  privacy: 'Privacy',
  showText: 'Show message previews',
  showTextHint: 'Without it, notifications outside the app name the person, not the message.',
}
