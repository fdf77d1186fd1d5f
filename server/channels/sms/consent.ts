/** Twilio itself stops sending after the English words. */
const stops = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'BAJA',
  'SALIR',
  'ALTO',
])
const starts = new Set(['START', 'UNSTOP', 'ALTA'])

/** Whether a message allows (true) or ends (false) further advertising; undefined if it is about something else. */
export function readConsent(text: string, opt_out_type: string | undefined): boolean | undefined {
  const word = (opt_out_type ?? text)
    .trim()
    .toUpperCase()
    .replaceAll(/[\s.!¡"'«»]/g, '')
  if (stops.has(word)) return false
  return starts.has(word) ? true : undefined
}
