/** Why a document could not be read, as people are told. */
export const reasons = {
  es: {
    empty: 'No se encontró texto en el documento. Si es un PDF escaneado, suba una versión con texto.',
    unreadable: 'El archivo está dañado o no es lo que dice ser. Ábralo, guárdelo de nuevo y vuelva a subirlo.',
    encrypted: 'El archivo está protegido con contraseña. Quítela y vuelva a subirlo.',
    too_much: 'El archivo pide demasiada memoria o demasiado tiempo para leerlo. Divídalo en partes y súbalas.',
    too_long: 'El documento tiene más de 2 MB de texto. Divídalo en partes.',
    unsupported: 'Ese tipo de archivo no se puede leer. Se leen PDF, DOCX, HTML, Markdown y texto.',
    page_too_large: 'La página pesa más de 2 MB. Use el texto que interesa, o un archivo.',
    page_forbidden: 'La dirección no es pública o no es https, y no se puede leer.',
    page_missing: 'La página no existe o no deja que la lean. Revise la dirección.',
    page_away: 'La página no respondió después de varios intentos. Pida que se lea de nuevo más tarde.',
    lost: 'El archivo ya no está en el almacenamiento. Súbalo de nuevo.',
    failed: 'No se pudo procesar el documento después de varios intentos. Pida que se lea de nuevo más tarde.',
  },
  en: {
    empty: 'No text was found in the document. If it is a scanned PDF, upload a version with text.',
    unreadable: 'The file is damaged, or not what it says it is. Open it, save it again and upload it once more.',
    encrypted: 'The file is protected by a password. Remove it and upload the file once more.',
    too_much: 'The file takes too much memory or too much time to read. Split it and upload the parts.',
    too_long: 'The document has more than 2 MB of text. Split it into parts.',
    unsupported: 'This kind of file cannot be read. PDF, DOCX, HTML, Markdown and text can.',
    page_too_large: 'The page is larger than 2 MB. Use the text that matters, or a file.',
    page_forbidden: 'The address is not public or not https, and cannot be read.',
    page_missing: 'The page does not exist or does not let itself be read. Check the address.',
    page_away: 'The page did not answer after several tries. Ask for it to be read again later.',
    lost: 'The file is no longer in storage. Upload it again.',
    failed: 'The document could not be processed after several tries. Ask for it to be read again later.',
  },
} as const

export type Reason = keyof (typeof reasons)['es']

export function isReason(code: string | undefined): code is Reason {
  return code !== undefined && code in reasons.es
}
