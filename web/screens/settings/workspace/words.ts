import { dictionary } from '#web/i18n.ts'

const es = {
  title: 'Espacio de trabajo',
  hint: 'Lo que vale para todas las personas y todos los canales.',
  about: 'Datos del espacio',
  name: 'Nombre',
  nameHint: 'Lo leen tu equipo y tus clientes, por ejemplo en los correos y en {{account.name}}.',
  language: 'Idioma',
  languageHint: 'El de los avisos y mensajes automáticos. Cada persona elige el suyo para la pantalla.',
  languages: { es: 'Español', en: 'Inglés' },
  zone: 'Zona horaria',
  zoneHint: 'Con ella se muestran las horas y se cuentan los días de los informes.',
  zoneSearch: 'Buscar una ciudad o zona',
  country: 'País',
  countryHint: 'Completa el indicativo de los teléfonos que llegan sin él.',
  countrySearch: 'Buscar un país',
  currency: 'Moneda',
  currencyHint: 'La de los negocios nuevos. Los que ya existen conservan la suya.',
  currencySearch: 'Buscar una moneda',
  nothing: 'Nada coincide.',
  saved: 'El espacio quedó guardado',
  modules: 'Módulos',
  modulesHint:
    'Partes del producto que no todos necesitan. Al apagar una, sus datos se conservan y vuelven al encenderla.',
  moduleNames: {
    real_estate: ['Inmuebles', 'Agrega un catálogo de inmuebles con fotos, que se proponen en prospectos y negocios.'],
    test_drives: [
      'Pruebas de manejo',
      'Agrega vehículos para probar, sus horarios y las reservas, con recordatorio a quien atiende.',
    ],
  } as Record<string, [name: string, hint: string]>,
  moduleOn: (name: string) => `${name}: encendido`,
  moduleOff: (name: string) => `${name}: apagado`,
}

const en: typeof es = {
  title: 'Workspace',
  hint: 'What holds for everybody and for every inbox.',
  about: 'About the workspace',
  name: 'Name',
  nameHint: 'Your team and your customers read it, in e-mails and in {{account.name}} for example.',
  language: 'Language',
  languageHint: 'Of automatic notices and messages. Everybody chooses their own for the screen.',
  languages: { es: 'Spanish', en: 'English' },
  zone: 'Time zone',
  zoneHint: 'Times are shown in it, and reports count their days by it.',
  zoneSearch: 'Find a city or zone',
  country: 'Country',
  countryHint: 'Completes phone numbers that come without their code.',
  countrySearch: 'Find a country',
  currency: 'Currency',
  currencyHint: 'Of new deals. Those there are keep their own.',
  currencySearch: 'Find a currency',
  nothing: 'Nothing matches.',
  saved: 'The workspace was saved',
  modules: 'Modules',
  modulesHint:
    'Parts of the product not everybody needs. Switched off, their records are kept, and return once they are on.',
  moduleNames: {
    real_estate: ['Real estate', 'Adds a catalog of properties with pictures, to be offered in leads and deals.'],
    test_drives: ['Test drives', 'Adds vehicles to try, their times and bookings, with a reminder to whoever attends.'],
  },
  moduleOn: (name) => `${name}: on`,
  moduleOff: (name) => `${name}: off`,
}

export const workspaceWords = { es, en }
export const useWorkspaceWords = dictionary(es, en)
