/** Texts of the survey page. */
export const words = {
  es: {
    question: '¿Cómo te atendimos?',
    ratings: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    stars: (count: number) => (count === 1 ? '1 estrella' : `${count} estrellas`),
    comment: '¿Quieres contarnos algo más? (opcional)',
    send: 'Enviar',
    change: 'Cambiar mi respuesta',
    choose: 'Elige de una a cinco estrellas.',
    thanks: '¡Gracias por tu respuesta!',
    until: (day: string) => `Puedes cambiarla hasta el ${day}.`,
    closed: 'Esta encuesta ya se cerró',
    closedNote: 'Recibimos respuestas durante dos semanas. Gracias de todos modos.',
    missing: 'No encontramos esta encuesta',
    missingNote: 'Revisa que el enlace esté completo, tal como lo recibiste.',
    failed: 'No pudimos guardar tu respuesta',
    failedNote: 'Vuelve atrás e intenta de nuevo en un momento.',
  },
  en: {
    question: 'How did we do?',
    ratings: ['Very poor', 'Poor', 'Okay', 'Good', 'Excellent'],
    stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
    comment: 'Anything else you’d like to tell us? (optional)',
    send: 'Send',
    change: 'Change my answer',
    choose: 'Choose from one to five stars.',
    thanks: 'Thanks for your feedback!',
    until: (day: string) => `You can change it until ${day}.`,
    closed: 'This survey has closed',
    closedNote: 'You can answer for two weeks. Thanks anyway.',
    missing: 'We couldn’t find this survey',
    missingNote: 'Check that the link is complete, just as you received it.',
    failed: 'We couldn’t save your answer',
    failedNote: 'Go back and try again in a moment.',
  },
} as const

export type Language = keyof typeof words
