import {
  anHour,
  contact,
  deal,
  dealItem,
  drive,
  lead,
  leadItem,
  property,
  slot,
  switchedOn,
  vehicle,
  word,
} from './records.ts'
import type { Samples } from './tenant.ts'

export const properties = {
  add_lead_item: async (tenant) => ({
    lead_id: (await lead(tenant)).id,
    property_id: await property(tenant),
    quantity: 2,
    price: 450_000_000,
    currency: 'COP',
  }),
  add_opportunity_item: async (tenant) => ({
    opportunity_id: (await deal(tenant)).id,
    property_id: await property(tenant),
    quantity: 1.5,
    price: 380_000_000,
    currency: 'USD',
  }),
  add_property_images: async (tenant) => ({
    property_id: await property(tenant),
    images: [tenant.upload()],
    urls: ['https://example.com/fachada.jpg'],
  }),
  create_property: async (tenant) => {
    await switchedOn(tenant)
    return {
      code: word(tenant),
      name: `Casa ${tenant.mark}`,
      project_name: 'Cipres Tower',
      description: 'Tres alcobas',
      city: 'Bogotá',
      sector: 'Chapinero',
      address: 'Calle 60 # 3-20',
      operation: 'venta',
      property_type: 'Casa',
      availability: 'Disponible',
      list_price: 450_000_000,
      currency: 'COP',
      bedrooms: 3,
      bathrooms: 2,
      area_m2: 96.5,
      parking_spaces: 1,
      stratum: 4,
      active: true,
      published: true,
      listing_url: 'https://example.com/casa',
      custom_attributes: { vista: tenant.mark, piso: 4 },
    }
  },
  delete_property: async (tenant) => ({ property_id: await property(tenant) }),
  get_crm_property_detail: async (tenant) => ({ property_id: await property(tenant) }),
  import_properties: async (tenant) => {
    await switchedOn(tenant)
    return { csv: `code,name,operation\n${word(tenant)},Casa ${tenant.mark},venta\n`, dry_run: false }
  },
  list_crm_properties: async (tenant) => {
    await property(tenant)
    return {
      name_search: 'cipres',
      city: 'bogota',
      sector: 'chapi',
      operation: 'compra',
      property_type: 'CASA',
      availability: 'dispo',
      min_price: 1,
      max_price: 900_000_000,
      min_bedrooms: 1,
      max_bedrooms: 5,
      only_active: true,
      only_published: false,
      limit: 5,
    }
  },
  list_lead_items: async (tenant) => ({ lead_id: (await leadItem(tenant)).lead_id }),
  list_opportunity_items: async (tenant) => ({ opportunity_id: (await dealItem(tenant)).opportunity_id }),
  remove_lead_item: (tenant) => leadItem(tenant),
  remove_opportunity_item: (tenant) => dealItem(tenant),
  remove_property_image: async (tenant) => {
    const property_id = await property(tenant)
    const urls = ['https://example.com/1.jpg']
    const { items } = await tenant.act('add_property_images', { property_id, urls })
    return { property_id, image_id: items[0]!.id }
  },
  reorder_property_images: async (tenant) => {
    const property_id = await property(tenant)
    const urls = ['https://example.com/1.jpg', 'https://example.com/2.jpg']
    const { items } = await tenant.act('add_property_images', { property_id, urls })
    return { property_id, image_ids: items.map(({ id }) => id).toReversed() }
  },
  update_lead_item: async (tenant) => ({
    ...(await leadItem(tenant)),
    name: `Otro ${tenant.mark}`,
    quantity: 3,
    price: null,
    currency: 'USD',
  }),
  update_opportunity_item: async (tenant) => ({
    ...(await dealItem(tenant)),
    name: `Otro ${tenant.mark}`,
    quantity: 3,
    price: 10,
    currency: 'USD',
  }),
  update_properties: async (tenant) => ({
    property_ids: [await property(tenant)],
    availability: 'Vendido',
    list_price: null,
    sector: '',
    operation: 'alquiler',
    active: false,
    custom_attributes: { vista: null, entrega: tenant.mark },
  }),
  update_property: async (tenant) => ({
    property_id: await property(tenant),
    code: word(tenant),
    name: `Renombrada ${tenant.mark}`,
    city: null,
    bedrooms: 4,
    operation: 'venta_arriendo',
    published: true,
    custom_attributes: { vista: null, piso: 9 },
  }),

  // test drives
  book_test_drive: async (tenant) => ({
    slot_id: (await slot(tenant)).id,
    contact_id: await contact(tenant),
    agent: tenant.user_id,
    notes: `Trae licencia ${tenant.mark}`,
    remind_minutes: 60,
  }),
  cancel_test_drive: async (tenant) => ({ test_drive_id: (await drive(tenant)).id, reason: 'Llovió' }),
  create_test_drive_slots: async (tenant) => ({ vehicle_id: (await vehicle(tenant)).id, slots: [anHour()] }),
  create_test_drive_vehicle: async (tenant) => {
    await switchedOn(tenant)
    return {
      code: word(tenant),
      name: `Camioneta ${tenant.mark}`,
      description: 'Diésel',
      location: 'Sede norte',
      active: true,
    }
  },
  delete_test_drive_slot: async (tenant) => ({ slot_id: (await slot(tenant)).id }),
  delete_test_drive_vehicle: async (tenant) => ({ vehicle_id: (await vehicle(tenant)).id }),
  get_test_drive: async (tenant) => ({ test_drive_id: (await drive(tenant)).id }),
  get_test_drive_vehicle: async (tenant) => ({ vehicle_id: (await vehicle(tenant)).id }),
  list_test_drive_slots: async (tenant) => ({
    vehicle_id: (await slot(tenant)).vehicle.id,
    from: '2026-01-01',
    to: '2099-12-31',
    available_only: true,
    limit: 5,
  }),
  list_test_drive_vehicles: async (tenant) => {
    await vehicle(tenant)
    return { query: 'camioneta', only_active: false, limit: 5 }
  },
  list_test_drives: async (tenant) => {
    const { vehicle, contact } = await drive(tenant)
    const ids = { vehicle_id: vehicle.id, contact_id: contact.id, agent: tenant.user_id }
    return { ...ids, status: 'booked', from: '2026-01-01', to: '2099-12-31', limit: 5 }
  },
  update_test_drive_vehicle: async (tenant) => ({
    vehicle_id: (await vehicle(tenant)).id,
    code: word(tenant),
    name: `Renombrada ${tenant.mark}`,
    description: null,
    location: '',
    active: false,
  }),
} satisfies Samples
