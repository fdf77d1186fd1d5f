import { plural } from '#web/app/plural.ts'

export const profileEs = {
  title: 'Perfil y seguridad',
  you: 'Tus datos',
  name: 'Nombre',
  nameHint: 'Así te ven tu equipo y tus clientes.',
  email: 'Correo electrónico',
  emailHint: 'Con este correo inicias sesión.',
  saved: 'Tus datos quedaron guardados',
  signature: {
    title: 'Firma de tus correos',
    hint: 'Aparece debajo de los correos que escribes en este espacio de trabajo.',
    ofInbox: 'La del canal',
    own: 'Una propia',
    text: 'Tu firma',
    textHint: 'Déjala vacía para enviar correos sin firma.',
    save: 'Guardar firma',
    saved: 'Tu firma quedó guardada',
  },
  inbox: {
    title: 'La bandeja',
    hint: 'Se guarda en este navegador.',
    moveOn: 'Pasar a la siguiente conversación',
    moveOnHint: 'Al resolver o posponer una conversación se abre la siguiente de la lista.',
    undoSend: 'Deshacer el envío',
    undoSendHint: 'Cada mensaje espera estos segundos antes de salir.',
    off: 'No',
  },
  password: 'Contraseña',
  passwordHint: 'Al cambiarla se cierran tus demás sesiones.',
  change: 'Cambiar contraseña',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  nextHint: 'Al menos 10 caracteres. Una frase larga es lo mejor.',
  changed: 'Contraseña cambiada. Tus demás sesiones se cerraron.',
}

export type ProfileWords = typeof profileEs

export const twoFactorEs = {
  title: 'Verificación en dos pasos',
  hint: 'Pide un código de tu teléfono además de la contraseña.',
  on: 'Activada',
  off: 'Desactivada',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  enableHint: 'Para que nadie la active desde una sesión que dejaste abierta, escribe tu contraseña.',
  next: 'Continuar',
  scan: 'Escanea este código con tu app de autenticación.',
  scanHint: 'Sirve cualquiera: Google Authenticator, 1Password, Aegis, Authy…',
  picture: 'Código QR para tu app de autenticación',
  secret: '¿No puedes escanearlo? Escribe esta clave en la app:',
  openApp: 'Abrir en la app de este dispositivo',
  code: 'Código de 6 dígitos que muestra la app',
  confirm: 'Confirmar',
  codesTitle: 'Guarda tus códigos de recuperación',
  codesHint: 'Si pierdes el teléfono, cada código te permite entrar una vez. No los volveremos a mostrar.',
  download: 'Descargar',
  fileName: 'codigos-de-recuperacion-hilo.txt',
  kept: 'Ya los guardé',
  enabled: 'Verificación en dos pasos activada',
  disableTitle: '¿Desactivar la verificación en dos pasos?',
  disableHint: 'Solo tu contraseña protegerá tu cuenta. Escríbela para confirmar.',
  disabled: 'Verificación en dos pasos desactivada',
  wrongPassword: 'Esa no es tu contraseña.',
  failed: 'No pudimos cargar tu cuenta',
  codesLeft: (count: number) => {
    if (count === 0)
      return 'No te quedan códigos de recuperación. Desactiva la verificación y actívala de nuevo para obtener otros.'
    return plural(count, 'Te queda 1 código de recuperación', `Te quedan ${count} códigos de recuperación`)
  },
}

export type TwoFactorWords = typeof twoFactorEs

export const sessionEs = {
  title: 'Sesiones abiertas',
  hint: 'Dónde iniciaste sesión. Si no reconoces una, ciérrala y cambia tu contraseña.',
  current: 'Esta sesión',
  seen: (when: string) => `Activa ${when}`,
  since: (when: string) => `Desde el ${when}`,
  unknown: 'Dispositivo desconocido',
  revoke: 'Cerrar',
  revokeLabel: (device: string) => `Cerrar la sesión de ${device}`,
  revoked: 'Sesión cerrada',
  revokeOthers: 'Cerrar las demás',
  othersRevoked: 'Tus demás sesiones se cerraron',
  failed: 'No pudimos cargar tus sesiones',
}

export type SessionWords = typeof sessionEs
