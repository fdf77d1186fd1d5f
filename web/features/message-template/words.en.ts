import type { MessageWords } from './words.es.ts'

export const messageEn: MessageWords = {
  insert: 'Insert variable',
  preview: 'Preview',
  previewEmpty: 'Enter the text to see a preview.',
  previewHint: 'Underlined text is filled in for each customer.',
  variables: {
    'contact.first_name': ['First name', 'Marcela'],
    'contact.name': ['Full name', 'Marcela Ordóñez'],
    'contact.company_name': ['Company', 'Telares del Sur'],
    'contact.city': ['City', 'Bogotá'],
    'contact.email': ['E-mail', 'marcela@example.com'],
    'contact.phone_number': ['Phone', '+57 300 123 4567'],
    'agent.first_name': ['Agent', 'Andrés'],
    'agent.name': ['Agent, full name', 'Andrés Mejía'],
    'inbox.name': ['Channel', 'Website'],
    'conversation.id': ['Conversation number', '1042'],
    'account.name': ['Your business', ''],
  },
}
