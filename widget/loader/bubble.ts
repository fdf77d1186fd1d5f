import { inkOn } from '#widget/color.ts'
import type { esBubble } from '#widget/locales/es.ts'
import type { Config } from './site.ts'
import { style } from './style.ts'

const CHAT = 'M5 5.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7.5L7 21v-3.5H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z'
const DOWN = 'M6 9.5l6 6 6-6'

/** The round button in the corner. It lives in a shadow root and has a sheet of its own, so that no page's style or policy reaches it. */
export function drawBubble({ color, position }: Config, words: typeof esBubble, press: () => void) {
  const host = document.createElement('div')
  host.id = 'hilo-chat'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style(color, inkOn(color), position))
  root.adoptedStyleSheets = [sheet]

  const button = document.createElement('button')
  button.type = 'button'
  button.addEventListener('click', press)
  const { icon, path } = drawIcon()
  const badge = document.createElement('span')
  badge.ariaHidden = 'true'
  const news = document.createElement('div')
  news.role = 'status'
  button.append(icon, badge)
  root.append(button, news)
  document.body.append(host)

  let unread = 0
  let expanded = false
  const draw = () => {
    const waiting = unread > 0 && !expanded
    path.setAttribute('d', expanded ? DOWN : CHAT)
    button.ariaExpanded = String(expanded)
    button.ariaLabel = [expanded ? words.close : words.open, ...(waiting ? [words.unread(unread)] : [])].join(', ')
    badge.textContent = waiting ? (unread > 99 ? '99+' : String(unread)) : ''
    news.textContent = waiting ? words.unread(unread) : ''
  }
  draw()
  return {
    root,
    focus: () => button.focus(),
    expand: (next: boolean) => {
      expanded = next
      draw()
    },
    count: (next: number) => {
      unread = next
      draw()
    },
  }
}

function drawIcon() {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  icon.append(path)
  return { icon, path }
}
