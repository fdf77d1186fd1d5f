import type { DeviceWords } from './words.es.ts'

export const deviceEn: DeviceWords = {
  desktop: 'Notify me on this computer',
  desktopHint: 'Shown while Hilo is not in view.',
  desktopBlocked: 'Your browser blocks them. Allow them in the site settings.',
  sound: 'Sound',
  push: 'Notify me while Hilo is closed',
  pushHint: 'On this device, even with the browser closed. On an iPhone, add Hilo to the home screen first.',
  pushFailed: 'We couldn’t turn them on: the browser did not reach its notification service. Try again.',
  pushMissing:
    'To be notified on an iPhone or iPad while Hilo is closed, add Hilo to the home screen and open it there.',
}
