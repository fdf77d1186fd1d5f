import { plural } from '#web/app/plural.ts'
import type { BotWords } from './words.es.ts'

export const botEn: BotWords = {
  title: 'Bots',
  hint: 'A bot is a program of yours that answers first. In the channels it answers, new conversations start pending until the bot hands them over to the team.',
  list: 'All bots',
  create: 'New bot',
  submit: 'Create bot',
  editTitle: (name) => `Edit “${name}”`,
  name: 'Name',
  description: 'Description',
  url: 'Address of the program',
  urlHint: 'Receives the messages and status changes of its channels.',
  inboxes: 'Channels it answers in',
  taken: (bot) => `“${bot}” answers now`,
  inboxCount: (count) => plural(count, '1 channel', `${count} channels`),
  noInboxes: 'No channels',
  noUrl: 'No address',
  created: (name) => `Bot “${name}” created`,
  saved: (name) => `“${name}” saved`,
  tokenTitle: 'Save the token and the secret',
  tokenHint:
    'Copy them now; they won’t be shown again. The bot replies with the token and verifies events with the secret.',
  token: 'Token',
  secret: 'Secret',
  kept: 'I saved them',
  deleteTitle: (name) => `Delete the bot “${name}”?`,
  deleteWarning:
    'Its token stops working at once and its channels go to the team. Its messages stay. This can’t be undone.',
  deleted: (name) => `Bot “${name}” deleted`,
  empty: 'No bots yet',
  emptyHint: 'Connect a program that answers first, such as a Typebot or n8n flow.',
  failed: 'We couldn’t load the bots',
}
