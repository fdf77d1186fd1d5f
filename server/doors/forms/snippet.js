// Included on a page with a plain form that posts to Hilo: adds when the form was opened and where the visitor came from.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  const fields = ['utm_source', 'utm_medium', 'utm_campaign', 'gclid', 'fbclid', 'ctwa_clid', 'ad_name']

  /** The source of the visitor's first visit. Browsers without storage still know the source of this one. */
  const touch = () => {
    const query = new URLSearchParams(location.search)
    const here = Object.fromEntries(fields.flatMap((field) => (query.get(field) ? [[field, query.get(field)]] : [])))
    const now = { ...here, referer: document.referrer, landing_page: location.href.slice(0, 2000) }
    try {
      const before = JSON.parse(localStorage.getItem('hilo_touch') ?? 'null')
      if (before) return before
      localStorage.setItem('hilo_touch', JSON.stringify(now))
    } catch {}
    return now
  }

  const put = (form, name, value) => {
    if (!value || form.elements.namedItem(name)) return
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }

  const begin = async (form) => {
    for (const [name, value] of Object.entries(touch())) put(form, name, value)
    const answer = await fetch(`${form.action}/start`, { credentials: 'omit' }).catch(() => undefined)
    if (answer?.ok) put(form, '_started', (await answer.json()).started)
  }

  const start = () => {
    for (const form of document.forms) {
      const action = form.getAttribute('action') ?? ''
      if (URL.canParse(action) && action.startsWith(`${origin}/forms/`)) void begin(form)
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
})()
