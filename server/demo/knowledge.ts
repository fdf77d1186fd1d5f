import { DAY, type Past } from '#server/demo/past.ts'

type Text = { name: string; text: string }

const COLLECTIONS: { name: string; description: string; documents: Text[] }[] = [
  {
    name: 'Inmuebles',
    description: 'Cómo se visita, se separa, se compra y se arrienda',
    documents: [
      {
        name: 'Visitas y separación',
        text: `# Visitas

Las visitas se agendan de lunes a viernes de 8:00 a. m. a 6:00 p. m. y los sábados de 9:00 a. m. a 1:00 p. m. Un asesor acompaña el recorrido, que dura unos 30 minutos. Traiga su documento de identidad para ingresar al edificio.

# Separación

Un inmueble nuevo se separa con $5.000.000 y el formulario de vinculación. La separación guarda el precio durante 15 días calendario; si usted desiste en ese plazo, se devuelve completa en 10 días hábiles.

## Cuota inicial

La cuota inicial es del 30 % del valor y se puede pagar en cuotas mensuales hasta la entrega, sin intereses. El 70 % restante se paga con crédito hipotecario o leasing habitacional.`,
      },
      {
        name: 'Requisitos para arrendar',
        text: `# Documentos

Para arrendar pedimos copia del documento, certificado laboral no mayor a 30 días, los tres últimos desprendibles de nómina y extractos bancarios de tres meses. Los independientes presentan declaración de renta y cámara de comercio.

# Fiador o póliza

Se necesita un codeudor con finca raíz, o una póliza de arrendamiento. La póliza cuesta cerca del 4 % del canon más administración y la aprobación tarda dos días hábiles.

# Mascotas

Se aceptan mascotas cuando el reglamento del edificio lo permite. Pregunte por el inmueble que le interesa y lo confirmamos.`,
      },
      {
        name: 'Subsidios y créditos',
        text: `# Subsidio de vivienda

Para vivienda de interés social (VIS) puede pedir el subsidio de su caja de compensación si el hogar gana hasta cuatro salarios mínimos y no tiene otra vivienda. El trámite lo hace usted en la caja; nosotros entregamos la documentación del proyecto.

# Crédito hipotecario

Trabajamos con Bancolombia, Davivienda y Banco de Bogotá. El estudio de crédito es gratis y tarda entre tres y ocho días hábiles. La cuota no debe pasar del 30 % de los ingresos del hogar.

# Gastos de escrituración

Calcule cerca del 2 % del valor del inmueble entre derechos notariales, registro y beneficencia. En vivienda usada el comprador y el vendedor reparten los gastos de notaría por mitades.`,
      },
    ],
  },
  {
    name: 'Vehículos',
    description: 'Nuevos, usados, retomas, pruebas de manejo y garantía',
    documents: [
      {
        name: 'Pruebas de manejo',
        text: `# Cómo se reserva

La prueba de manejo es gratis y dura 30 minutos. Se reserva por este chat o por teléfono, con licencia de conducción vigente y documento de identidad. El conductor debe tener más de 21 años.

# Cambios y cancelaciones

Puede cambiar o cancelar la prueba hasta dos horas antes. Si llega más de 15 minutos tarde, el turno se da a la siguiente persona.`,
      },
      {
        name: 'Retoma de usados',
        text: `# Recibimos su carro

Recibimos su vehículo como parte de pago si es modelo 2015 o más reciente y tiene menos de 120.000 km. El peritaje es gratis, dura una hora y la oferta es válida por ocho días.

# Qué debe traer

Traiga la tarjeta de propiedad, el SOAT, la revisión técnico-mecánica y el paz y salvo de impuestos y comparendos. Si tiene prenda, también la carta de saldo del banco.`,
      },
      {
        name: 'Garantía y mantenimiento',
        text: `# Garantía

Los vehículos nuevos tienen garantía de tres años o 100.000 km, lo que ocurra primero. Los usados certificados tienen seis meses en motor y caja. La garantía no cubre llantas, pastillas ni daños por choque.

# Mantenimiento

La primera revisión es a los 5.000 km y después cada 10.000 km. La cita en el taller se pide con dos días de anticipación; hay vehículo de reemplazo si la reparación pasa de tres días.

# Entrega y matrícula

La matrícula tarda entre tres y cinco días hábiles después del pago. El carro se entrega con placas, SOAT del primer año, tapetes y kit de carretera.`,
      },
    ],
  },
]

/** Creates the knowledge base: two collections of documents. */
export async function seedKnowledge({ act, agents, now }: Past): Promise<void> {
  const writer = agents[0]!
  for (const [i, { name, description, documents }] of COLLECTIONS.entries()) {
    await act('create_knowledge_collection', { name, description }, now - 80 * DAY, writer)
    for (const [j, document] of documents.entries())
      await act('add_knowledge_document', { ...document, collection: name }, now - (75 - i * 10 - j * 6) * DAY, writer)
  }
}
