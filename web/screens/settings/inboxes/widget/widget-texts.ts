/** The chat's own words, as visitors read them in the language of the chat, whatever the language of this page. */
export const widgetTexts = {
  es: {
    greeting: 'Hola, ¿en qué te ayudamos?',
    greetingMessage: 'Escríbenos y te respondemos por aquí.',
    write: 'Escribe un mensaje…',
    hint: 'Cuéntanos quién eres para poder responderte.',
    name: 'Nombre',
    email: 'Correo electrónico',
    start: 'Empezar',
    question: 'Hola, ¿tienen envíos a Medellín?',
    answer: '¡Hola! Sí, llegamos en dos días hábiles.',
  },
  en: {
    greeting: 'Hi, how can we help?',
    greetingMessage: 'Write to us and we will answer right here.',
    write: 'Write a message…',
    hint: 'Tell us who you are, so that we can answer you.',
    name: 'Name',
    email: 'E-mail',
    start: 'Start',
    question: 'Hi, do you ship to Medellín?',
    answer: 'Hello! Yes, it takes two working days.',
  },
}
