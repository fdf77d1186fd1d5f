export const columnsEs = {
  open: 'Elegir columnas',
  title: 'Columnas de la lista',
  hint: 'Elige y ordena las columnas. Se guardan para ti en este dispositivo y se ven en pantallas anchas.',
  list: 'Columnas',
  reset: 'Restablecer',
  resize: 'Ancho de la columna',
}

export type ColumnsWords = typeof columnsEs
