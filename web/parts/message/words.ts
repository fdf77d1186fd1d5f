import { dictionary } from '#web/i18n.ts'

export type Variables = Record<string, [label: string, example: string]>

const es = {
  insert: 'Insertar un dato',
  preview: 'Así se leerá',
  previewEmpty: 'Escribe el texto y mira aquí cómo queda.',
  previewHint: 'Lo subrayado cambia con cada cliente.',
  variables: {
    'contact.first_name': ['Nombre de pila', 'Marcela'],
    'contact.name': ['Nombre completo', 'Marcela Ordóñez'],
    'contact.company_name': ['Empresa', 'Telares del Sur'],
    'contact.city': ['Ciudad', 'Bogotá'],
    'contact.email': ['Correo', 'marcela@example.com'],
    'contact.phone_number': ['Teléfono', '+57 300 123 4567'],
    'agent.first_name': ['Quien atiende', 'Andrés'],
    'agent.name': ['Quien atiende, nombre completo', 'Andrés Mejía'],
    'inbox.name': ['Canal', 'Sitio web'],
    'conversation.id': ['Número de la conversación', '1042'],
    'account.name': ['Tu negocio', ''],
  } as Variables,
}

const en: typeof es = {
  insert: 'Insert a detail',
  preview: 'How it will read',
  previewEmpty: 'Write the text and see here how it reads.',
  previewHint: 'What is underlined differs from one customer to the next.',
  variables: {
    'contact.first_name': ['First name', 'Marcela'],
    'contact.name': ['Full name', 'Marcela Ordóñez'],
    'contact.company_name': ['Company', 'Telares del Sur'],
    'contact.city': ['City', 'Bogotá'],
    'contact.email': ['E-mail', 'marcela@example.com'],
    'contact.phone_number': ['Phone', '+57 300 123 4567'],
    'agent.first_name': ['Who attends', 'Andrés'],
    'agent.name': ['Who attends, full name', 'Andrés Mejía'],
    'inbox.name': ['Channel', 'Website'],
    'conversation.id': ['Number of the conversation', '1042'],
    'account.name': ['Your business', ''],
  },
}

export const messageWords = { es, en }
export const useMessageWords = dictionary(es, en)
