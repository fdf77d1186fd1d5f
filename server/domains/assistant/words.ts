type Locale = 'es' | 'en'

/** What the product itself says for the AI agent. */
const words = {
  es: {
    agent: 'Asistente',
    handing_over: 'Te paso con una persona de nuestro equipo; en breve te responde por aquí.',
    greeting: '¡Hola! ¿En qué te puedo ayudar?',
    thanks: 'Con gusto. ¿Te ayudo con algo más?',
    leave: '¡Hasta pronto!',
    other: 'Cuéntame, ¿en qué te puedo ayudar?',
    withheld: 'Sobre eso no puedo dar información. ¿Te ayudo con algo más?',
    source: 'Fuente',
  },
  en: {
    agent: 'Assistant',
    handing_over: 'I am passing you on to a person of our team; they will answer you here shortly.',
    greeting: 'Hello! How can I help you?',
    thanks: 'You are welcome. Can I help you with anything else?',
    leave: 'See you soon!',
    other: 'Tell me, how can I help you?',
    withheld: 'I cannot give information about that. Can I help you with anything else?',
    source: 'Source',
  },
} as const satisfies Record<Locale, Record<string, string>>

export function wordsIn(locale: Locale): Record<keyof (typeof words)['es'], string> {
  return words[locale]
}
