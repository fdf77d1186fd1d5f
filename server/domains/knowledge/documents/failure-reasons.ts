/** Messages for documents that could not be processed. */
export const failure_reasons = {
  es: {
    empty: 'No se encontró texto en el documento. Si es un PDF escaneado, sube una versión con texto.',
    unreadable: 'El archivo está dañado o no es lo que dice ser. Ábrelo, guárdalo de nuevo y vuelve a subirlo.',
    encrypted: 'El archivo está protegido con contraseña. Quítala y vuelve a subirlo.',
    too_much: 'El archivo pide demasiada memoria o demasiado tiempo para leerlo. Divídelo en partes y súbelas.',
    too_long: 'El documento tiene más de 2 MB de texto. Divídelo en partes.',
    unsupported: 'Ese tipo de archivo no se puede leer. Se leen PDF, DOCX, HTML, Markdown y texto.',
    page_too_large: 'La página pesa más de 2 MB. Usa solo el texto que te interesa, o un archivo.',
    page_forbidden: 'La dirección no es pública o no es https, y no se puede leer.',
    page_missing: 'La página no existe o no permite que se lea. Revisa la dirección.',
    page_away: 'La página no respondió después de varios intentos. Vuelve a intentarlo más tarde.',
    lost: 'El archivo ya no está en el almacenamiento. Súbelo de nuevo.',
    failed: 'No se pudo procesar el documento después de varios intentos. Vuelve a intentarlo más tarde.',
  },
  en: {
    empty: 'No text was found in the document. If it is a scanned PDF, upload a version with text.',
    unreadable: 'The file is damaged, or not of the type it claims. Open it, save it again and upload it again.',
    encrypted: 'The file is protected by a password. Remove it and upload the file again.',
    too_much: 'The file takes too much memory or too much time to read. Split it and upload the parts.',
    too_long: 'The document has more than 2 MB of text. Split it into parts.',
    unsupported: 'This type of file is not supported. Use PDF, DOCX, HTML, Markdown or text.',
    page_too_large: 'The page is larger than 2 MB. Use the text that matters, or a file.',
    page_forbidden: 'The address is not public or not https, and cannot be read.',
    page_missing: 'The page does not exist or does not allow access. Check the address.',
    page_away: 'The page did not respond after several attempts. Reindex it later.',
    lost: 'The file is no longer in storage. Upload it again.',
    failed: 'The document could not be processed after several attempts. Reindex it later.',
  },
} as const

export type FailureReason = keyof (typeof failure_reasons)['es']

export function isFailureReason(code: string | undefined): code is FailureReason {
  return code !== undefined && code in failure_reasons.es
}
