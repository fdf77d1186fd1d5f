export const deviceEs = {
  desktop: 'Avisos en este equipo',
  desktopHint: 'Aparecen cuando Hilo no está a la vista.',
  desktopBlocked: 'El navegador los tiene bloqueados. Permítelos en los ajustes del sitio.',
  sound: 'Sonido',
  push: 'Avisos con Hilo cerrado',
  pushHint:
    'Llegan a este dispositivo aunque cierres el navegador. En un iPhone, agrega primero Hilo a la pantalla de inicio.',
  pushFailed: 'No pudimos activarlos: el navegador no se conectó con su servicio de avisos. Inténtalo de nuevo.',
  pushMissing:
    'Para recibir avisos con Hilo cerrado en un iPhone o iPad, agrega Hilo a la pantalla de inicio y ábrelo desde ahí.',
}
export type DeviceWords = typeof deviceEs
