import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** A ZIP file of these entries. */
export function zipOf(entries: Record<string, string | Buffer>, { flags = 0 } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, given] of Object.entries(entries)) {
    const content = Buffer.from(given as string)
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(table.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, table, Buffer.from('PK\x05\x06'), end])
}

type Paragraph = { text: string; style?: string; item?: boolean }

/** A Word document of these paragraphs, as a Spanish Word names its styles. */
export function docxOf(paragraphs: Paragraph[], more = ''): Buffer {
  const body = paragraphs.map(({ text, style, item }) => {
    const properties = `${style ? `<w:pStyle w:val="${style}"/>` : ''}${item ? '<w:numPr><w:numId w:val="1"/></w:numPr>' : ''}`
    return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
  })
  const style = (id: string, name: string) => `<w:style w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  return zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': `<w:document><w:body>${body.join('')}${more}</w:body></w:document>`,
    'word/styles.xml': `<w:styles>${style('Ttulo1', 'heading 1')}${style('Ttulo2', 'heading 2')}</w:styles>`,
    'docProps/core.xml': '<cp:coreProperties><dc:title>Manual</dc:title></cp:coreProperties>',
  })
}

type PdfLine = { text: string; size?: number }

/** A PDF with these lines on each page. */
export function pdfOf(pages: PdfLine[][], { stream }: { stream?: Buffer } = {}): Buffer {
  const objects: (string | Buffer)[] = []
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(' ')
  objects.push('<< /Type /Catalog /Pages 2 0 R >>')
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [i, lines] of pages.entries()) {
    let top = 780
    const drawn = lines.map(({ text, size = 11 }) => {
      top -= text === '' ? 20 : size * 1.3
      const escaped = text.replace(/[\\()]/g, '\\$&')
      return `BT /F1 ${size} Tf 50 ${top.toFixed(1)} Td (${escaped}) Tj ET`
    })
    const content = stream ?? deflateSync(Buffer.from(drawn.join('\n'), 'latin1'))
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + i * 2} 0 R >>`,
    )
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let size = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    offsets.push(size)
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    size += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}
