export type Variables = Record<string, [label: string, example: string]>

export const messageEs = {
  insert: 'Insertar variable',
  preview: 'Vista previa',
  previewEmpty: 'Escribe el texto para ver la vista previa.',
  previewHint: 'El texto subrayado se completa con los datos de cada cliente.',
  variables: {
    'contact.first_name': ['Nombre de pila', 'Marcela'],
    'contact.name': ['Nombre completo', 'Marcela Ordóñez'],
    'contact.company_name': ['Empresa', 'Telares del Sur'],
    'contact.city': ['Ciudad', 'Bogotá'],
    'contact.email': ['Correo', 'marcela@example.com'],
    'contact.phone_number': ['Teléfono', '+57 300 123 4567'],
    'agent.first_name': ['Agente', 'Andrés'],
    'agent.name': ['Agente, nombre completo', 'Andrés Mejía'],
    'inbox.name': ['Canal', 'Sitio web'],
    'conversation.id': ['Número de la conversación', '1042'],
    'account.name': ['Tu empresa', ''],
  } as Variables,
}

export type MessageWords = typeof messageEs
