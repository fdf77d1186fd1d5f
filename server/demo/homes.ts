/** A property on offer, as one row of the tables below. */
export type Home = readonly [
  property_type: string,
  city: string,
  sector: string | null,
  price: number,
  area_m2: number,
  bedrooms: number | null,
  bathrooms: number | null,
  parking_spaces: number,
  stratum: number,
  more?: { currency?: 'USD'; project_name?: string; operation?: 'venta_arriendo' },
]

const USD = { currency: 'USD' } as const

/** For sale, priced in millions of pesos, or in thousands of dollars. */
export const FOR_SALE: readonly Home[] = [
  ['apartamento', 'Cartagena', 'Bocagrande', 265, 96, 2, 2, 1, 6, USD],
  ['apartamento', 'Bogotá', 'Cedritos', 389, 72, 3, 2, 1, 4],
  ['apartamento', 'Bogotá', 'Chapinero Alto', 640, 81, 2, 2, 1, 5],
  ['apartamento', 'Bogotá', 'Usaquén', 1_180, 124, 3, 4, 2, 6],
  ['apartamento', 'Medellín', 'El Poblado', 310, 118, 3, 3, 2, 6, USD],
  ['penthouse', 'Bogotá', 'Chicó', 1_780, 210, 3, 5, 3, 6],
  ['apartaestudio', 'Bogotá', 'Chapinero Alto', 298, 38, 1, 1, 0, 4],
  ['casa', 'Bogotá', 'Santa Bárbara', 1_650, 280, 4, 5, 3, 6],
  ['proyecto', 'Medellín', 'Laureles', 236, 54, 2, 2, 0, 4, { project_name: 'Altos de Laureles' }],
  ['apartamento', 'Medellín', 'Belén', 342, 68, 3, 2, 1, 4],
  ['apartamento', 'Envigado', null, 495, 92, 3, 2, 1, 4],
  ['casa campestre', 'Rionegro', null, 1_450, 260, 4, 4, 4, 5],
  ['apartamento', 'Cali', 'Ciudad Jardín', 468, 95, 3, 3, 2, 4],
  ['apartaestudio', 'Cali', 'Granada', 212, 36, 1, 1, 0, 4],
  ['apartamento', 'Cartagena', 'Castillogrande', 398, 142, 3, 4, 2, 6, USD],
  ['casa', 'Cali', 'Pance', 980, 240, 4, 4, 3, 6],
  ['apartamento', 'Barranquilla', 'Alto Prado', 690, 128, 3, 3, 2, 6],
  ['apartamento', 'Barranquilla', 'Villa Santos', 430, 92, 3, 2, 1, 4],
  ['apartamento', 'Cartagena', 'Manga', 495, 88, 3, 2, 1, 4],
  ['apartamento', 'Bucaramanga', 'Cabecera', 372, 86, 3, 2, 1, 4],
  ['apartamento', 'Pereira', 'Pinares', 415, 98, 3, 3, 1, 4],
  ['casa campestre', 'Chía', 'Vía Cajicá', 1_390, 320, 4, 5, 4, 6],
  ['lote', 'Chía', 'Vía Cajicá', 640, 900, null, null, 0, 5],
  ['oficina', 'Bogotá', 'Salitre', 540, 78, null, 2, 2, 5, { operation: 'venta_arriendo' }],
  ['finca', 'Rionegro', null, 2_350, 12_000, 5, 5, 6, 4],
  ['proyecto', 'Bogotá', 'Suba', 198, 48, 2, 1, 0, 3, { project_name: 'Parque de Suba' }],
]

/** For rent, priced in thousands of pesos a month. */
export const TO_LET: readonly Home[] = [
  ['apartamento', 'Bogotá', 'Chapinero Alto', 1_900, 46, 1, 1, 0, 4],
  ['apartamento', 'Bogotá', 'Cedritos', 2_400, 70, 3, 2, 1, 4],
  ['apartamento', 'Bogotá', 'Salitre', 2_900, 76, 3, 2, 1, 4],
  ['apartaestudio', 'Bogotá', 'Usaquén', 2_100, 40, 1, 1, 1, 5],
  ['apartamento', 'Medellín', 'Laureles', 3_200, 84, 3, 2, 1, 5],
  ['apartamento', 'Medellín', 'El Poblado', 4_800, 98, 3, 3, 2, 6],
  ['apartamento', 'Envigado', null, 2_700, 72, 2, 2, 1, 4],
  ['apartamento', 'Sabaneta', null, 2_200, 64, 2, 2, 1, 4],
  ['casa', 'Cali', 'Ciudad Jardín', 5_500, 210, 4, 4, 3, 6],
  ['apartamento', 'Barranquilla', 'Riomar', 3_800, 96, 3, 3, 1, 6],
  ['local', 'Barranquilla', 'Alto Prado', 7_500, 90, null, 1, 2, 6],
  ['consultorio', 'Bucaramanga', 'Cabecera', 2_600, 42, null, 1, 1, 5],
  ['bodega', 'Bogotá', 'Salitre', 8_900, 320, null, 2, 4, 4],
  ['oficina', 'Medellín', 'El Poblado', 6_200, 110, null, 2, 2, 6],
]
