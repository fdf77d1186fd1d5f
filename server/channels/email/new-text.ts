/** Lines that begin a quote: an attribution, which mail programs wrap, or a ruled title. */
const attribution =
  /^[>\s]*(?:(?:on|el|em|le|am|il)\s.{4,400}?(?:wrote|escribi[oó]|escreveu|a écrit|schrieb|ha scritto)\s*:|.{0,200}<[^<>\s]+@[^<>\s]+>\s*(?:wrote|escribi[oó]|escreveu)?\s*:)\s*$/is
const ruled =
  /^[>\s]*[-_–—]{2,}\s*(?:mensaje original|original message|mensagem original|mensaje reenviado|forwarded message|mensagem encaminhada|mensagem reencaminhada)\s*[-_–—]{2,}\s*$/i
const from = /^[>\s*]*(?:de|from|desde|remitente)\s*:\*?\s*\S/i
const others = /^[>\s*]*(?:enviad[oa](?:\s+(?:el|em))?|sent|fecha|date|data|para|to|asunto|subject|assunto)\s*:/i
const signature = /^--\s?$/
const device =
  /^(?:enviado (?:desde|do|de) (?:mi|meu|minha|yahoo|outlook|correo)\b.*|enviado desde .{0,40}(?:iphone|ipad|android|samsung|huawei|xiaomi|motorola|celular|móvil).*|sent from (?:my|yahoo|outlook|mail)\b.*|enviado a partir do .*|get outlook for .*|obtener outlook para .*|obter o outlook para .*|baixe o outlook .*|yahoo mail: .*)$/i

/** The new text of an e-mail: without the quoted ones and the signature. All of it, if nothing would be left. */
export function newText(text: string): string {
  const lines = text.replaceAll('\u00A0', ' ').split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (ruled.test(line) || isHeaderBlock(lines, at)) break
    const length = attributionLength(lines, at)
    if (length > 0) {
      // An answer may appear between or below the quoted lines, if these are marked.
      if (!nextText(lines, at + length)?.startsWith('>')) break
      at += length - 1
      continue
    }
    if (line.startsWith('>')) continue
    if (signature.test(line) && lines.length - at <= 40) {
      const quoted = lines.findIndex(
        (each, place) => place > at && (each.startsWith('>') || attributionLength(lines, place) > 0),
      )
      if (quoted < 0) break
      at = quoted - 1
      continue
    }
    kept.push(line)
  }
  const fresh = withoutDevice(kept)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/\n_{10,}\s*$/, '')
    .trim()
  return fresh || text.trim()
}

/** Number of lines of an attribution that begins here, such as "El jue, 8 oct 2026 …, Ana <…> escribió:"; 0 if none does. */
function attributionLength(lines: readonly string[], at: number): number {
  if (!/^[>\s]*(?:on|el|em|le|am|il)\s|@|\d{4}/i.test(lines[at]!)) return 0
  for (let length = 1; length <= 4; length++) {
    const piece = lines.slice(at, at + length)
    if (piece.length < length || piece.some((line) => line.trim() === '')) return 0
    if (attribution.test(piece.join(' '))) return length
  }
  return 0
}

/** The block of "From:", "Sent:", "To:" with which Outlook begins a quote. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!from.test(lines[at]!)) return false
  return lines.slice(at + 1, at + 6).filter((line) => others.test(line)).length >= 2
}

function nextText(lines: readonly string[], at: number): string | undefined {
  return lines.slice(at, at + 3).find((line) => line.trim() !== '')
}

/** Without the last line that names the sender's phone or program. */
function withoutDevice(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '' && !/^_{5,}$/.test(line.trim()))
  if (end > 0 && device.test(lines[end]!.trim())) return lines.slice(0, end)
  return [...lines]
}

/** Whether the e-mail is a forward, by its subject: its quoted text is the message. */
export function isForward(subject: string): boolean {
  return /^\s*(fwd?|rv|reenv|enc|tr|wg|i)\s*:/i.test(subject)
}
