import type { Line } from '#server/demo/dialogues.ts'

const REFERRAL = {
  source: 'facebook',
  ad_id: '120210000000000147',
  headline: 'Apartamentos en Cedritos desde $ 310 millones',
  body: 'Separe con $ 5.000.000 y pague la cuota inicial en 24 meses.',
  url: 'https://casa-motor.example/cedritos',
}

/** Conversations that show what a channel can do, by their place among the newest ones. */
export const CHANNEL_DIALOGUES: Readonly<Record<number, readonly Line[]>> = {
  // Messenger.
  5: [
    ['c', 'Hola, vengo del anuncio. ¿Todavía hay apartamentos de dos habitaciones?', { referral: REFERRAL }],
    [
      'a',
      '¡Hola, {name}! Sí, quedan cuatro. ¿En qué piso lo prefiere?',
      {
        content_type: 'buttons',
        content_attributes: {
          items: [
            { id: 'bajo', title: 'Hasta el piso 5' },
            { id: 'alto', title: 'Del 6 en adelante' },
          ],
        },
      },
    ],
    [
      'c',
      'Del 6 en adelante',
      { content_type: 'choice', content_attributes: { id: 'alto', title: 'Del 6 en adelante' }, quotes: 1 },
    ],
    ['a', 'Tengo el 702, con balcón, y el 804. Le envío los planos de los dos.', { reaction: '👍' }],
    [
      'c',
      '',
      {
        content_type: 'contacts',
        content_attributes: {
          contacts: [{ name: 'Marta Lucía Ospina', phones: ['+573000009911'], emails: [] }],
        },
      },
    ],
    ['c', 'Ella es mi esposa. ¿Le puede escribir también?'],
  ],
  // WhatsApp, within the reply window.
  6: [
    ['c', 'Hola, vi este anuncio. ¿Sigue disponible?', { referral: REFERRAL }],
    [
      'a',
      '¡Hola, {name}! Sí, sigue disponible. ¿Qué le gustaría hacer?',
      {
        content_type: 'buttons',
        content_attributes: {
          items: [
            { id: 'visita', title: 'Agendar una visita' },
            { id: 'precio', title: 'Ver precios' },
            { id: 'credito', title: 'Simular el crédito' },
          ],
        },
      },
    ],
    [
      'c',
      'Agendar una visita',
      { content_type: 'choice', content_attributes: { id: 'visita', title: 'Agendar una visita' }, quotes: 1 },
    ],
    [
      'a',
      '',
      {
        content_type: 'location',
        content_attributes: {
          latitude: 4.7226,
          longitude: -74.0405,
          name: 'Sala de ventas Cedritos',
          address: 'Calle 147 # 19-50, Bogotá',
        },
      },
    ],
    ['a', 'Esta es la sala de ventas. ¿Le queda bien el sábado a las 10:00 a. m.?'],
    ['c', '', { voice: true }],
    ['a', 'Claro, pueden venir los tres. Quedó agendado.', { quotes: 5, reaction: '❤️' }],
  ],
  // Instagram.
  7: [
    [
      'c',
      'Qué lindo ese balcón 😍 ¿dónde queda?',
      { content_type: 'story', content_attributes: { kind: 'reply', url: null } },
    ],
    ['a', '¡Gracias, {name}! Es en Laureles, en Medellín. Se entrega en marzo.', { reaction: '🔥' }],
    ['c', '¿Y de cuánto es la cuota inicial?'],
    ['a', 'Del 30 %, en 24 cuotas sin intereses. ¿Le hago la simulación?', { quotes: 2 }],
    ['c', 'Sí, por favor'],
  ],
  // WhatsApp, after the reply window.
  18: [
    ['c', 'Buenas, quedo pendiente de que me confirmen la visita'],
    ['a', 'Con gusto, {name}. La confirmo con el asesor y le escribo mañana.'],
    [
      'a',
      'Hola, {name}. Su visita quedó para este sábado a las 10:00 a. m. ¿La confirma?',
      {
        content_type: 'template',
        content_attributes: {
          name: 'confirmar_visita',
          language: 'es_CO',
          parameters: { body: ['{name}', 'este sábado', '10:00 a. m.'] },
        },
      },
    ],
  ],
}
