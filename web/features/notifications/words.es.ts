export const deviceEs = {
  desktop: 'Notificaciones en este equipo',
  desktopHint: 'Aparecen cuando Hilo no está a la vista.',
  desktopBlocked: 'El navegador las tiene bloqueadas. Permítelas en los ajustes del sitio.',
  sound: 'Sonido',
  push: 'Notificaciones con Hilo cerrado',
  pushHint:
    'Llegan a este dispositivo aunque cierres el navegador. En un iPhone, agrega primero Hilo a la pantalla de inicio.',
  pushFailed:
    'No pudimos activarlas: el navegador no se conectó con su servicio de notificaciones. Inténtalo de nuevo.',
  pushMissing:
    'Para recibir notificaciones con Hilo cerrado en un iPhone o iPad, agrega Hilo a la pantalla de inicio y ábrelo desde ahí.',
}
export type DeviceWords = typeof deviceEs
