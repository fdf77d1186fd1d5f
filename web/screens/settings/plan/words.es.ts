import type { AiTool } from '#contract/records/assistant.ts'

export const planEs = {
  title: 'Plan',
  hint: 'Los límites de tu espacio de trabajo y su uso actual.',
  yours: 'Tu plan',
  names: { starter: 'Inicial', growth: 'Crecimiento', self_hosted: 'Instalación propia' } as Record<string, string>,
  about: {
    starter: 'Para empezar: lo esencial, con límites moderados.',
    growth: 'Para equipos que crecen: todas las herramientas del agente de IA y una base de conocimiento más grande.',
    self_hosted: 'Lo operas en tus propios servidores, con los límites más altos.',
  } as Record<string, string>,
  usage: 'Uso',
  usageHint: 'Personas, canales, contactos y conversaciones no tienen límite.',
  limits: { collections: 'Colecciones de conocimiento', documents: 'Documentos', webhooks: 'Webhooks' },
  of: (used: string, most: string) => `${used} de ${most}`,
  full: 'Llegaste al límite. Elimina uno para agregar otro, o pide un plan mayor al operador de la instalación.',
  nearly: 'Casi lleno.',
  ai: 'Agente de IA',
  aiHint: 'Incluido en este plan.',
  configure: 'Configurar',
  messages: 'Mensajes que recuerda',
  summary: 'Resumen de lo anterior',
  topK: 'Fragmentos que consulta por respuesta',
  yes: 'Incluido',
  no: 'No incluido',
  tools: 'Herramientas',
  toolNames: {
    look_up_contact: 'Consultar los datos del contacto',
    create_lead: 'Crear un lead',
    schedule_activity: 'Programar una actividad',
    search_properties: 'Buscar inmuebles',
    add_label: 'Agregar etiquetas',
    hand_over: 'Pasar la conversación a una persona',
  } as Record<AiTool, string>,
  change: 'Solo el operador de la instalación puede cambiar el plan.',
  failed: 'No pudimos cargar el uso',
}

export type PlanWords = typeof planEs
