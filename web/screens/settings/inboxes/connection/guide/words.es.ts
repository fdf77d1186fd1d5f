import type { ProviderChannel } from '#contract/channels.ts'
import type { Drawing } from './drawing.tsx'

export type GuideStep = { title: string; text: string; drawing?: Drawing }

const meta = 'developers.facebook.com'

export const guideEs = {
  title: (channel: string) => `Conectar ${channel}`,
  back: 'Volver a los canales',
  intro: 'Sigue los pasos en el orden de la página. Nada se guarda hasta que el proveedor confirma los datos.',
  last: 'Nombre y equipo',
  lastText: 'Así verá tu equipo el canal, y estas personas recibirán sus conversaciones.',
  submit: 'Comprobar y conectar',
  busy: 'Comprobando con el proveedor…',
  unreachable: 'El proveedor no responde en este momento. No se guardó nada; intenta de nuevo en unos minutos.',
  steps: {
    whatsapp: [
      {
        title: 'Copia los identificadores del número',
        text: 'En developers.facebook.com abre tu app y ve a WhatsApp › Configuración de la API.',
        drawing: {
          site: meta,
          menu: ['Panel', 'WhatsApp', 'Configuración de la API'],
          rows: [
            ['Identificador de número de teléfono', '106540352242922'],
            ['Identificador de la cuenta de WhatsApp Business', '102290129340398'],
          ],
        },
      },
      {
        title: 'Genera un token que no venza',
        text: 'En la configuración del negocio crea un usuario del sistema administrador, asígnale la app y la cuenta de WhatsApp, y genera un token con whatsapp_business_messaging y whatsapp_business_management.',
        drawing: {
          site: 'business.facebook.com/settings',
          menu: ['Usuarios', 'Usuarios del sistema'],
          rows: [['Token de acceso', 'EAAG…ZDZD']],
        },
      },
      {
        title: 'Copia la clave secreta de la app',
        text: 'Está en Configuración de la app › Básica. Con ella comprobamos que los mensajes vienen de Meta.',
        drawing: {
          site: meta,
          menu: ['Configuración de la app', 'Básica'],
          rows: [['Clave secreta de la app', '••••••••••••']],
        },
      },
    ],
    messenger: [
      {
        title: 'Copia el identificador de tu página',
        text: 'En la app de Meta ve a Messenger › Configuración y agrega tu página de Facebook.',
        drawing: {
          site: meta,
          menu: ['Panel', 'Messenger', 'Configuración'],
          rows: [['Identificador de la página', '102345678901234']],
        },
      },
      {
        title: 'Genera el token de la página',
        text: 'En la misma pantalla, junto a tu página, presiona Generar token. Necesita pages_messaging y pages_manage_metadata.',
        drawing: { site: meta, menu: ['Messenger', 'Generar tokens de acceso'], rows: [['Token', 'EAAB…ZCZD']] },
      },
      {
        title: 'Copia la clave secreta de la app',
        text: 'Está en Configuración de la app › Básica. Con ella comprobamos que los mensajes vienen de Meta.',
        drawing: {
          site: meta,
          menu: ['Configuración de la app', 'Básica'],
          rows: [['Clave secreta de la app', '••••••••••••']],
        },
      },
    ],
    instagram: [
      {
        title: 'Copia el identificador de tu cuenta',
        text: 'Tu cuenta debe ser profesional. En la app de Meta ve a Instagram › Configuración de la API y agrega la cuenta.',
        drawing: {
          site: meta,
          menu: ['Panel', 'Instagram', 'Configuración de la API'],
          rows: [['Identificador de la cuenta', '17841400000000000']],
        },
      },
      {
        title: 'Genera el token de acceso',
        text: 'En la misma pantalla presiona Generar token e inicia sesión en Instagram. Si tu app usa el acceso con Facebook, elige esa opción.',
        drawing: { site: meta, menu: ['Instagram', 'Generar tokens de acceso'], rows: [['Token', 'IGAA…ZDZD']] },
      },
      {
        title: 'Copia la clave secreta de la app',
        text: 'Con el acceso de Instagram es la clave de Instagram de la misma pantalla; con Facebook, la de Configuración › Básica.',
        drawing: {
          site: meta,
          menu: ['Instagram', 'Configuración de la API'],
          rows: [['Clave secreta', '••••••••••••']],
        },
      },
    ],
    telegram: [
      {
        title: 'Crea un bot',
        text: 'En Telegram abre un chat con @BotFather y envía /newbot, o /mybots para usar uno que ya tienes.',
        drawing: {
          with: 'BotFather',
          messages: [
            ['me', '/newbot'],
            ['them', 'Alright, a new bot. How are we going to call it?'],
          ],
        },
      },
      {
        title: 'Copia su token',
        text: 'BotFather te da el token al final. Lo demás lo configuramos por ti.',
        drawing: { with: 'BotFather', messages: [['them', 'Use this token to access the HTTP API: 123456789:AAE…']] },
      },
    ],
    sms: [
      {
        title: 'Copia los datos de tu cuenta de Twilio',
        text: 'Están en la primera página de la consola, en Account Info.',
        drawing: {
          site: 'console.twilio.com',
          menu: ['Account', 'Account Info'],
          rows: [
            ['Account SID', 'AC3f…9c'],
            ['Auth Token', '••••••••••••'],
          ],
        },
      },
      {
        title: 'Escribe el número que envía',
        text: 'Un número de Twilio con SMS, o el identificador de un servicio de mensajería, que empieza con MG.',
        drawing: {
          site: 'console.twilio.com',
          menu: ['Phone Numbers', 'Active numbers'],
          rows: [['Number', '+52 55 5555 0100']],
        },
      },
    ],
    email: [
      {
        title: 'Escribe la dirección',
        text: 'La dirección a la que tus clientes escriben, y el nombre que ven cuando respondes.',
      },
      {
        title: 'Elige tu proveedor de correo',
        text: 'Gmail, Outlook y Zoho piden una contraseña de aplicación, que se crea en la seguridad de la cuenta; no es tu contraseña de siempre.',
        drawing: {
          site: 'myaccount.google.com',
          menu: ['Seguridad', 'Contraseñas de aplicaciones'],
          rows: [['Tu contraseña de aplicación', 'abcd efgh ijkl mnop']],
        },
      },
    ],
  } as Record<ProviderChannel, GuideStep[]>,
  login: 'Acceso de la app',
  logins: { instagram: 'Instagram', facebook: 'Facebook' },
  mail: {
    provider: 'Proveedor',
    presets: { gmail: 'Gmail', outlook: 'Outlook', zoho: 'Zoho', other: 'Otro' },
    receiving: 'Cómo llega el correo',
    ways: { imap: 'Leemos el buzón (IMAP)', forwarding: 'Lo reenvías a nuestra dirección' },
    imap_host: 'Servidor IMAP',
    imap_port: 'Puerto IMAP',
    smtp_host: 'Servidor SMTP',
    smtp_port: 'Puerto SMTP',
    user: 'Usuario',
    userHint: 'Déjalo vacío si es la dirección.',
  },
  after: {
    title: 'Termina la conexión en el proveedor',
    whatsapp:
      'En tu app de Meta ve a WhatsApp › Configuración, pega estos dos datos y suscríbete a messages, message_template_status_update, account_update, phone_number_quality_update y user_preferences.',
    messenger:
      'En tu app de Meta ve a Messenger › Configuración › Webhooks, pega estos dos datos y suscríbete a messages, messaging_postbacks, messaging_referrals, message_deliveries, message_reads, message_echoes, message_edits, message_reactions, standby y messaging_policy_enforcement.',
    instagram:
      'En tu app de Meta ve a Instagram › Webhooks, pega estos dos datos y suscríbete a messages, message_reactions, messaging_postbacks, messaging_referral, messaging_seen, message_edit y standby.',
    sms: 'Con un número de Twilio la dirección queda puesta. Si usas un servicio de mensajería, pégala en su Inbound Settings.',
    email:
      'Si reenvías el correo, haz que tu servidor envíe cada mensaje a esta dirección. Contiene un secreto: no la compartas.',
    callback: 'URL de devolución de llamada',
    verify: 'Token de verificación',
  },
  test: {
    title: 'Mensaje de prueba',
    receiving: 'Recibir',
    sending: 'Enviar',
    to: { phone_number: 'Número de teléfono', email: 'Correo electrónico' },
    toHints: {
      phone_number: 'Con el código del país, como +52 55 1234 5678.',
      email: 'Una dirección tuya, distinta de la del canal.',
    },
    send: 'Enviar mensaje de prueba',
    sendsTemplate: (name: string) => `Con el código del país. Se envía la plantilla ${name}.`,
    noTemplate:
      'WhatsApp solo permite escribir primero con una plantilla aprobada. Crea una sin datos variables, o espera a que te escriban.',
    writeFirst: 'En este canal los clientes escriben primero. Cuando llegue un mensaje, podrás responderle desde aquí.',
    answer: (name: string) => `Se responde a ${name}, la persona que escribió.`,
    text: 'Mensaje de prueba: el canal está conectado.',
    subject: 'Mensaje de prueba',
    contact: 'Contacto de prueba',
    statuses: {
      pending: 'Saliendo…',
      scheduled: 'Saliendo…',
      sent: 'El proveedor aceptó el mensaje.',
      delivered: 'El mensaje llegó.',
      read: 'El mensaje se leyó.',
      failed: 'No se pudo enviar.',
    },
    waiting: (account: string) => `Escribe a ${account} desde otro teléfono o correo. El mensaje aparecerá aquí.`,
    arrived: 'Llegó un mensaje: el canal funciona.',
    open: 'Abrir la conversación',
    none: 'esta cuenta',
  },
  more: 'También en este canal',
}
export type GuideWords = typeof guideEs
