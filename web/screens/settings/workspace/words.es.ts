export const workspaceEs = {
  title: 'Espacio de trabajo',
  hint: 'Ajustes para todas las personas y todos los canales.',
  about: 'Datos del espacio',
  name: 'Nombre',
  nameHint: 'Lo leen tu equipo y tus clientes, por ejemplo en los correos y en {{account.name}}.',
  language: 'Idioma',
  languageHint: 'Para notificaciones y mensajes automáticos. Cada persona elige el idioma de su pantalla.',
  languages: { es: 'Español', en: 'Inglés' },
  zone: 'Zona horaria',
  zoneHint: 'Se usa para mostrar las horas y contar los días en los informes.',
  zoneSearch: 'Buscar una ciudad o zona',
  country: 'País',
  countryHint: 'Completa los teléfonos que llegan sin el código del país.',
  countrySearch: 'Buscar un país',
  currency: 'Moneda',
  currencyHint: 'Para los negocios nuevos. Los existentes conservan la suya.',
  currencySearch: 'Buscar una moneda',
  contacts: 'Contactos para agentes con visibilidad limitada',
  contactsHint: 'Para agentes que solo ven sus conversaciones, leads y negocios, o los de su equipo.',
  contactsChoices: { all: 'Todos los contactos', related: 'Contactos de lo que ven, y contactos sin nada aún' },
  nothing: 'Sin resultados.',
  saved: 'El espacio quedó guardado',
  modules: 'Módulos',
  modulesHint: 'Partes opcionales del producto. Al desactivar una, sus datos se conservan y vuelven al activarla.',
  moduleNames: {
    real_estate: ['Inmuebles', 'Agrega un catálogo de inmuebles con fotos, que puedes ofrecer en leads y negocios.'],
    test_drives: [
      'Pruebas de manejo',
      'Agrega vehículos para probar, sus turnos y las reservas, con recordatorio para el agente.',
    ],
  } as Record<string, [name: string, hint: string]>,
  moduleOn: (name: string) => `${name}: activado`,
  moduleOff: (name: string) => `${name}: desactivado`,
  retention: 'Conservación de registros',
  retentionHint:
    'Lo más antiguo se borra de forma definitiva en menos de una hora. No afecta a contactos, conversaciones, leads ni negocios.',
  retentionFailed: 'No se pudo cargar la conservación',
  saveRetention: 'Guardar la conservación',
  retentionSaved: 'La conservación quedó guardada',
  retentionFields: {
    events_days: ['Eventos', 'Cambios recientes, para programas conectados y el historial de los contactos.'],
    audit_days: ['Auditoría', 'Acciones de administradores y cambios de ajustes.'],
    inbound_log_days: ['Registro de entrada', 'Mensajes de los canales, tal como los envió su proveedor.'],
    webhook_log_days: ['Entregas de webhooks', 'Intentos de entrega y sus respuestas.'],
  } as Record<'events_days' | 'audit_days' | 'inbound_log_days' | 'webhook_log_days', [name: string, hint: string]>,
  keptFor: (days: number | null) =>
    days === null
      ? 'Siempre'
      : days === 1
        ? '1 día'
        : days % 365 === 0
          ? days === 365
            ? '1 año'
            : `${days / 365} años`
          : `${days} días`,
}

export type WorkspaceWords = typeof workspaceEs
