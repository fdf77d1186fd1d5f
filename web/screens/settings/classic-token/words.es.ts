export const classicTokenEs = {
  title: 'Token clásico',
  hint: 'Para software que ya usa la API clásica con token de cuenta.',
  whatFor: 'Cómo funciona',
  whatForText:
    'Envíalo en el encabezado api_access_token de las solicitudes a /api/v1/accounts/…. Tiene acceso completo a este espacio de trabajo. Para integraciones nuevas usa una clave de API: tiene permisos y puede vencer o revocarse por separado.',
  token: 'Token del espacio de trabajo',
  hidden: 'Oculto. Cada consulta queda en el registro de auditoría.',
  reveal: 'Mostrar',
  hide: 'Ocultar',
  copy: 'Copiar',
  example: 'Ejemplo',
  copyExample: 'Copiar ejemplo',
  regenerate: 'Cambiar token',
  regenerateHint: 'Si el token pudo quedar expuesto.',
  regenerateTitle: '¿Cambiar el token?',
  regenerateWarning: 'El token actual deja de funcionar enseguida. Actualiza todo lo que lo use.',
  regenerated: 'Token nuevo creado',
  failed: 'No pudimos mostrar el token',
}

export type ClassicTokenWords = typeof classicTokenEs
