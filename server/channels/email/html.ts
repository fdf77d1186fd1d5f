import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'

export type SafeHtml = { html: string; remote_images: string[] }

const harmless = /^(?!.*(url|expression|javascript|position|@|\\))[^<>;]{0,200}$/i
const styles = [
  'color',
  'background-color',
  'text-align',
  'text-decoration',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'vertical-align',
  'white-space',
  'width',
  'max-width',
  'height',
  'margin',
  'margin-top',
  'margin-bottom',
  'margin-left',
  'margin-right',
  'padding',
  'padding-top',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'border',
  'border-top',
  'border-bottom',
  'border-left',
  'border-right',
  'border-collapse',
  'border-radius',
]
const tags = (
  'a abbr b big blockquote br caption center cite code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ' +
  'ins li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr tt u ul'
).split(' ')

/**
 * HTML without anything active. Remote images are taken out, because loading them tells the sender when the e-mail was read:
 * their addresses are listed, and `data-remote` is the place of an image in the list.
 */
export function sanitise(html: string): SafeHtml {
  const remote_images: string[] = []
  const safe = sanitizeHtml(html, {
    allowedTags: tags,
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'title',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
    ],
    allowedAttributes: {
      '*': ['style', 'align', 'dir', 'lang'],
      a: ['href', 'title', 'target', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'data-remote'],
      td: ['colspan', 'rowspan', 'width', 'height', 'valign', 'bgcolor'],
      th: ['colspan', 'rowspan', 'width', 'height', 'valign', 'bgcolor'],
      table: ['width', 'cellpadding', 'cellspacing', 'border', 'bgcolor'],
      font: ['color', 'size', 'face'],
      ol: ['start', 'type'],
    },
    allowedStyles: { '*': Object.fromEntries(styles.map((name) => [name, [harmless]])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['cid', 'data'] },
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '', title = '' }) => ({
        tagName,
        attribs: { href, ...(title && { title }), target: '_blank', rel: 'noopener noreferrer nofollow' },
      }),
      img: (tagName, { src = '', 'data-remote': _forged, ...attribs }) => {
        const address = src.trim()
        if (/^(cid:|data:image\/(png|jpeg|gif|webp);base64,)/i.test(address))
          return { tagName, attribs: { ...attribs, src: address } }
        if (!/^https?:\/\//i.test(address)) return { tagName, attribs }
        remote_images.push(address)
        return { tagName, attribs: { ...attribs, 'data-remote': String(remote_images.length - 1) } }
      },
    },
  })
  return { html: safe.trim(), remote_images }
}

const blocks =
  /^(address|article|blockquote|center|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|ol|p|pre|section|table|tr|ul)$/
const hidden = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

/** The text of HTML; with `isNew`, only the text outside the quotes and signatures that mail programs mark. */
export function toText(html: string, { isNew }: { isNew: boolean }): string {
  let [text, skipped, isOver] = ['', 0, false]
  const open: boolean[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isNew && endsNewText(attributes)) isOver = true
      const skips = hidden.has(name) || (isNew && isQuote(name, attributes))
      if (!voids.has(name)) open.push(skips)
      if (skips) skipped++
      if (skipped > 0 || isOver) return
      if (name === 'br') text += '\n'
      else if (blocks.test(name)) text += text.endsWith('\n') || text === '' ? '' : '\n'
      if (name === 'p' && text && !text.endsWith('\n\n')) text += '\n'
    },
    ontext(data) {
      if (skipped === 0 && !isOver) text += data.replaceAll(/[\s\u00A0]+/g, ' ')
    },
    onclosetag(name) {
      if (voids.has(name)) return
      if (open.pop()) skipped--
      else if (skipped === 0 && !isOver && blocks.test(name) && !text.endsWith('\n')) text += '\n'
    },
  })
  parser.end(html)
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const voids = new Set([
  'br',
  'img',
  'hr',
  'input',
  'meta',
  'link',
  'base',
  'col',
  'area',
  'wbr',
  'source',
  'embed',
  'track',
])

type Attributes = Record<string, string>

/** Quotes and signatures of Gmail, Apple Mail, Thunderbird, Yahoo and Outlook for phones. */
function isQuote(name: string, { class: classes = '', id = '', type }: Attributes): boolean {
  if (name === 'blockquote' && (type === 'cite' || /\bgmail_quote\b/.test(classes))) return true
  if (
    /\b(gmail_quote|gmail_quote_container|gmail_attr|gmail_signature|yahoo_quoted|moz-cite-prefix|moz-signature)\b/.test(
      classes,
    )
  )
    return true
  return /^(yahoo_quoted.*|ms-outlook-mobile-signature|AppleMailSignature|Signature|reply-intro)$/.test(id)
}

/** Outlook puts what it quotes after a mark, not into an element. */
function endsNewText({ id = '', style = '' }: Attributes): boolean {
  if (/^(x_)?(appendonsend|divRplyFwdMsg|mail-editor-reference-message-container)$/.test(id)) return true
  return /border:\s*none;\s*border-top:\s*solid\s+#?(E1E1E1|B5C4DF)/i.test(style)
}
