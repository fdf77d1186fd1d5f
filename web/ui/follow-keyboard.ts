/** Below this scale a smaller viewport is the keyboard; above it the user has zoomed in. */
const ZOOMED = 1.05

/**
 * Keeps `--screen-height` and `--screen-top` at the part of the page that an on-screen keyboard leaves visible. Chrome
 * resizes the page itself (`interactive-widget` in index.html); Safari only resizes the visual viewport.
 */
export function followKeyboard() {
  const viewport = window.visualViewport
  if (!viewport) return
  const { style } = document.documentElement
  const update = () => {
    if (viewport.scale > ZOOMED) return
    const isCovered = viewport.height < window.innerHeight - 1
    if (isCovered) {
      style.setProperty('--screen-height', `${viewport.height}px`)
      style.setProperty('--screen-top', `${viewport.offsetTop}px`)
    } else {
      style.removeProperty('--screen-height')
      style.removeProperty('--screen-top')
    }
  }
  viewport.addEventListener('resize', update)
  viewport.addEventListener('scroll', update)
}
