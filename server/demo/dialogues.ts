/** One line of a conversation: c is the customer, a an agent, n a private note. */
export type Line = readonly [author: 'c' | 'a' | 'n', text: string, extra?: Extra]

/** Parts of a message besides its text. */
export type Extra = {
  content_type?: string
  content_attributes?: Record<string, unknown>
  /** The ad that brought the customer. */
  referral?: Record<string, string>
  /** Place of the quoted line. */
  quotes?: number
  /** Reaction of the other side. */
  reaction?: string
  voice?: true
}

export const DIALOGUES: readonly (readonly Line[])[] = [
  [
    ['c', 'Hola, buenas tardes. Vi el apartamento de Cedritos en la página, ¿todavía está disponible?'],
    [
      'a',
      '¡Hola {name}! Sí, sigue disponible. Tiene 72 m², 3 habitaciones y parqueadero. ¿Lo busca para vivir o para invertir?',
    ],
    ['c', 'Para vivir, somos tres. ¿En qué piso queda y cuánto es la administración?'],
    ['a', 'Queda en el piso 8, con vista exterior. La administración está en $ 380.000 al mes.'],
    ['c', '¿Se puede visitar este fin de semana?'],
    ['a', 'Claro que sí. Tengo espacio el sábado a las 10:00 a. m. o a las 2:00 p. m., ¿cuál le queda mejor?'],
    ['c', 'El sábado a las 10 está perfecto.'],
    ['n', 'Visita agendada para el sábado 10:00 a. m. Llevar planos y simulación de crédito.'],
    ['a', 'Listo, quedó agendada su visita. Le envío la ubicación por este medio. ¡Que tenga buena tarde!'],
    ['c', 'Muchas gracias 🙌'],
  ],
  [
    ['c', 'Buenos días, quisiera saber el precio de la SUV que publicaron ayer'],
    ['a', 'Buenos días, {name}. La versión intermedia está en $ 128.900.000 con matrícula incluida este mes.'],
    ['c', '¿Reciben un carro usado en parte de pago?'],
    ['a', 'Sí, hacemos retoma. ¿Qué modelo tiene y con cuántos kilómetros?'],
    ['c', 'Un sedán 2019 con 48.000 km, único dueño'],
    ['n', 'Pedir fotos del sedán y agendar avalúo con Santiago.'],
    ['a', 'Perfecto. ¿Me comparte unas fotos y la tarjeta de propiedad? Con eso le doy un valor aproximado hoy mismo.'],
    ['c', 'Listo, ya se las mando'],
  ],
  [
    ['c', 'Hola, necesito un arriendo en Chapinero de máximo 2 millones'],
    ['a', 'Hola {name}, con gusto. ¿Cuántas habitaciones necesita y para qué fecha?'],
    ['c', 'Una habitación, a partir del primero. ¿Piden fiador?'],
    [
      'a',
      'Trabajamos con aseguradora: solo se necesita la carta laboral y los extractos de los últimos tres meses. El estudio tarda 24 horas.',
    ],
    ['c', 'Ah, qué bueno. ¿Y aceptan mascotas? Tengo un gato'],
    ['a', 'Sí, en dos de los que tengo disponibles se aceptan. Le comparto las fotos.'],
  ],
  [
    ['c', 'Buenas, ¿ya tienen respuesta del crédito?'],
    ['a', 'Hola {name}, el banco nos pidió un extracto más reciente. ¿Nos lo puede enviar hoy?'],
    ['c', 'Claro, se lo envío en la tarde cuando salga del trabajo'],
    ['n', 'Si no llega el extracto antes de las 5:00 p. m., llamarlo.'],
    ['c', 'Ahí va el documento'],
    ['a', 'Recibido, muchas gracias. Lo envío al banco y le cuento mañana a primera hora.'],
    ['c', 'Quedo pendiente'],
    ['a', '¡Buenas noticias! El crédito fue aprobado por el 70 %. ¿Le parece si firmamos la promesa el jueves?'],
    ['c', '¡Excelente! El jueves a las 3 puedo'],
    ['a', 'Perfecto, quedamos el jueves a las 3:00 p. m. en nuestra oficina.'],
  ],
  [
    ['c', 'Quiero poner una queja, llevo dos días esperando que me llamen'],
    ['a', 'Lamento mucho la demora, {name}. Reviso su caso ahora mismo y le doy una respuesta.'],
    ['c', 'Es por la entrega del apartamento, quedó pendiente el arreglo de la cocina'],
    ['n', 'Postventa: coordinar con el contratista la puerta del mueble alto.'],
    [
      'a',
      'Ya hablé con el equipo de postventa: el técnico va mañana entre las 8 y las 10 de la mañana. ¿Puede recibirlo?',
    ],
    ['c', 'Sí, a esa hora estoy. Gracias por responder'],
  ],
  [
    ['c', 'Hola! Me interesa la prueba de manejo de la pickup'],
    [
      'a',
      '¡Hola {name}! Qué bueno. Podemos hacerla mañana o el viernes, de 9:00 a. m. a 5:00 p. m. ¿Tiene licencia vigente?',
    ],
    ['c', 'Sí, vigente. El viernes a las 11 me sirve'],
    ['a', 'Listo, viernes 11:00 a. m. Lo esperamos en la sala de ventas de la Autopista Norte.'],
  ],
  [['c', '¿Tienen lotes en Chía o Cajicá? Busco mínimo 800 metros']],
  [
    ['c', 'Buenas noches, ¿cuál es el horario de atención?'],
    [
      'a',
      'Buenas noches, {name}. Atendemos de lunes a viernes de 8:00 a. m. a 6:00 p. m. y los sábados de 9:00 a. m. a 1:00 p. m.',
    ],
    ['c', 'Gracias'],
  ],
  [
    ['c', 'Hi, I saw your listing in Cartagena. Can you send me the price in dollars?'],
    ['a', 'Hello {name}! The apartment in Bocagrande is USD 265,000. Are you looking to live there or to rent it out?'],
    ['c', 'To rent it out. What is the usual return?'],
    ['a', 'Around 6 to 7 % a year with short stays. I can send you the figures of the last twelve months.'],
    ['c', 'Please do, thanks!'],
  ],
  [
    ['c', 'Hola, ¿cuánto es la cuota inicial del proyecto de Laureles?'],
    ['a', 'Hola {name}, es del 30 % y se difiere hasta la entrega, en 24 cuotas sin intereses.'],
    ['c', '¿Y se puede usar el subsidio de vivienda?'],
    ['a', 'Sí, si la vivienda es VIS y cumple los ingresos. ¿Quiere que hagamos la simulación?'],
    ['c', 'Sí, por favor. Gano 3.200.000 y mi esposa 2.800.000'],
    ['n', 'Ingresos familiares: 6.000.000. Alcanza para VIS con subsidio de la caja.'],
    ['c', '¿Ya la tiene?'],
  ],
]

export const CANNED = [
  ['saludo', '¡Hola! Gracias por escribir a Casa & Motor. ¿En qué le puedo ayudar?'],
  ['horario', 'Atendemos de lunes a viernes de 8:00 a. m. a 6:00 p. m. y los sábados de 9:00 a. m. a 1:00 p. m.'],
  ['ubicacion', 'Estamos en la Autopista Norte # 118-30, Bogotá. Hay parqueadero para visitantes.'],
  ['documentos', 'Para el estudio necesitamos: cédula, carta laboral y extractos bancarios de los últimos tres meses.'],
  ['visita', '¿Le queda bien agendar la visita este sábado en la mañana?'],
  ['retoma', 'Sí recibimos su carro en parte de pago. ¿Me comparte modelo, kilometraje y unas fotos?'],
  ['credito', 'Trabajamos con todos los bancos y le ayudamos con el trámite sin costo.'],
  ['espera', 'Deme un momento, por favor, mientras reviso la información.'],
  ['gracias', 'Con mucho gusto. ¡Que tenga un excelente día!'],
  ['seguimiento', 'Hola, ¿cómo va? Le escribo para saber si tuvo oportunidad de revisar la propuesta.'],
] as const

/** Later edits of the canned responses, oldest first. */
export const EDITED = [
  ['horario', 'Atendemos de lunes a viernes de 8:00 a. m. a 12:00 m. y de 2:00 a 6:00 p. m.'],
  [
    'visita',
    '{{contact.first_name}}, ¿le queda bien agendar la visita este sábado en la mañana? Tengo espacio a las 9:00 y a las 11:00.',
  ],
  [
    'horario',
    'Atendemos de lunes a viernes de 8:00 a. m. a 12:00 m. y de 2:00 a 6:00 p. m., y los sábados de 9:00 a. m. a 1:00 p. m.',
  ],
  [
    'credito',
    'Trabajamos con todos los bancos y le ayudamos con el trámite sin costo. La respuesta tarda de 3 a 5 días.',
  ],
] as const

export const ATTRIBUTES = [
  ['Presupuesto', 'presupuesto', 'contact_attribute', 'currency'],
  [
    'Tipo de interés',
    'tipo_interes',
    'contact_attribute',
    'list',
    ['apartamento', 'casa', 'arriendo', 'lote', 'suv', 'pickup', 'usado'],
  ],
  ['Cumpleaños', 'cumpleanos', 'contact_attribute', 'date'],
  ['Acepta publicidad', 'acepta_publicidad', 'contact_attribute', 'checkbox'],
  ['Perfil', 'perfil', 'contact_attribute', 'link'],
  ['Motivo', 'motivo', 'conversation_attribute', 'list', ['compra', 'arriendo', 'postventa', 'queja']],
  ['Número de caso', 'numero_de_caso', 'conversation_attribute', 'text'],
  ['Descuento ofrecido', 'descuento_ofrecido', 'conversation_attribute', 'percent'],
] as const
