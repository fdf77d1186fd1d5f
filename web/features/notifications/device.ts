import { preference } from '#web/ui/preference.ts'

/** Desktop notices and sounds are chosen for each browser. */
export const desktop = preference('hilo.notify.desktop', ['on', 'off'], () => 'off')
export const sound = preference('hilo.notify.sound', ['on', 'off'], () => 'on')

export const isBlocked = () => !('Notification' in window) || Notification.permission === 'denied'

/** Asks the browser for permission where it was not given yet. Returns whether notices can be shown. */
export async function allowDesktop(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted'
}

type Notice = { id: string; title: string; body: string | null; url: string }

const shown = new Map<string, Notification>()

/** Shows a notice of the operating system. Tabs that show the same one replace it. */
export function showDesktop({ id, title, body, url }: Notice, open: (url: string) => void): void {
  if (desktop.get() === 'off' || isBlocked() || Notification.permission !== 'granted') return
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
  const notice = new Notification(title, { body: body ?? '', tag: id, ...(icon && { icon }) })
  shown.set(id, notice)
  notice.onclose = () => shown.get(id) === notice && shown.delete(id)
  notice.onclick = () => {
    window.focus()
    open(url)
    notice.close()
  }
}

/** Closes the notices that were read, here or elsewhere. */
export function closeDesktop(isRead: (id: string) => boolean): void {
  for (const [id, notice] of shown) if (isRead(id)) notice.close()
}

const LOCK = 'hilo.notify.sound'

/** Plays two short tones, in one tab only. Browsers refuse sounds until the person has used the page. */
export function playSound(): void {
  if (sound.get() === 'off') return
  const play = async () => {
    const audio = new AudioContext()
    if (audio.state === 'suspended') return void audio.close()
    for (const [at, frequency] of [
      [0, 660],
      [0.14, 880],
    ] as const) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()]
      tone.frequency.value = frequency
      volume.gain.setValueAtTime(0.08, audio.currentTime + at)
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.13)
      tone.connect(volume).connect(audio.destination)
      tone.start(audio.currentTime + at)
      tone.stop(audio.currentTime + at + 0.14)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await audio.close()
  }
  void navigator.locks?.request(LOCK, { ifAvailable: true }, (lock) => lock && play())
}

/** The number of unread notifications on the icon of the installed app. */
export function showBadge(unread: number): void {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(unread).catch(() => {})
}
