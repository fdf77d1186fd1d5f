type Locale = 'es' | 'en'

/** Built-in phrases of the AI agent. */
const phrases = {
  es: {
    agent: 'Agente de IA',
    handing_over: 'Te paso con una persona de nuestro equipo; en breve te responde por aquí.',
    closed: 'Te responde una persona de nuestro equipo por aquí; ahora estamos fuera del horario de atención.',
    greeting: '¡Hola! ¿En qué te puedo ayudar?',
    thanks: 'Con gusto. ¿Te ayudo con algo más?',
    leave: '¡Hasta pronto!',
    other: 'Cuéntame, ¿en qué te puedo ayudar?',
    withheld: 'Sobre eso no puedo dar información. ¿Te ayudo con algo más?',
    source: 'Fuente',
    clarify: '¿Te refieres a «{a}» o a «{b}»?',
    in_other_language: 'Esta información la tenemos en inglés:',
  },
  en: {
    agent: 'AI agent',
    handing_over: 'I’m handing you over to a colleague, who will reply here shortly.',
    closed: 'A colleague will reply to you here; we are outside our business hours right now.',
    greeting: 'Hello! How can I help you?',
    thanks: 'You are welcome. Can I help you with anything else?',
    leave: 'See you soon!',
    other: 'Tell me, how can I help you?',
    withheld: 'I cannot give information about that. Can I help you with anything else?',
    source: 'Source',
    clarify: 'Do you mean “{a}” or “{b}”?',
    in_other_language: 'We have this information in Spanish:',
  },
} as const satisfies Record<Locale, Record<string, string>>

export function phrasesIn(locale: Locale): Record<keyof (typeof phrases)['es'], string> {
  return phrases[locale]
}
