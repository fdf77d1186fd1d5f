import { inkOn } from '#widget/color.ts'
import type { esBubble } from '#widget/words.es.ts'
import type { Config } from './site.ts'
import { style } from './style.ts'

const CHAT = 'M5 5.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7.5L7 21v-3.5H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z'
const DOWN = 'M6 9.5l6 6 6-6'

type Words = typeof esBubble

/** The round button in the corner, or a wide one with a title. A shadow root and a constructed style sheet keep the page's styles and policy away from it. */
export function drawBubble({ color, position, title, frame_id }: Config, initial: Words, onPress: () => void) {
  const host = document.createElement('div')
  host.id = 'hilo-chat'
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style(color, inkOn(color), position, frame_id !== undefined))
  root.adoptedStyleSheets = [sheet]

  const button = document.createElement('button')
  button.type = 'button'
  button.addEventListener('click', onPress)
  const { icon, path } = drawIcon()
  const caption = document.createElement('b')
  const badge = document.createElement('span')
  badge.ariaHidden = 'true'
  const announcement = document.createElement('div')
  announcement.role = 'status'
  button.append(icon, caption, badge)
  root.append(button, announcement)
  if (frame_id) root.append(document.createElement('slot'))
  document.body.append(host)

  let words = initial
  let unread = 0
  let isExpanded = false
  const draw = () => {
    const hasUnread = unread > 0 && !isExpanded
    const name = isExpanded ? words.close : (title ?? words.open)
    path.setAttribute('d', isExpanded ? DOWN : CHAT)
    caption.textContent = isExpanded ? '' : (title ?? '')
    button.ariaExpanded = String(isExpanded)
    button.ariaLabel = [name, ...(hasUnread ? [words.unread(unread)] : [])].join(', ')
    badge.textContent = hasUnread ? (unread > 99 ? '99+' : String(unread)) : ''
    announcement.textContent = hasUnread ? words.unread(unread) : ''
  }
  draw()
  return {
    root,
    focus: () => button.focus(),
    /** Whether the focus is on the bubble or in the panel. */
    hasFocus: () => host.contains(document.activeElement),
    hide: (isHidden: boolean) => (button.hidden = isHidden),
    translate: (next: Words) => {
      words = next
      draw()
    },
    expand: (next: boolean) => {
      isExpanded = next
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
