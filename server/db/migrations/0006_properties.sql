-- Modules for real estate and car dealers: a catalog of properties, and test drives.

create table properties (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  project_name text,
  description text,
  city text,
  sector text,
  address text,
  operation text not null check (operation in ('venta', 'arriendo', 'venta_arriendo')),
  property_type text,
  availability text not null,
  list_price numeric(18, 2) check (list_price >= 0),
  currency text not null,
  bedrooms integer check (bedrooms >= 0),
  bathrooms integer check (bathrooms >= 0),
  area_m2 numeric(12, 2) check (area_m2 >= 0),
  parking_spaces integer check (parking_spaces >= 0),
  stratum integer check (stratum between 1 and 6),
  active boolean not null,
  published boolean not null,
  -- Public page of the property.
  listing_url text,
  custom_attributes jsonb not null default '{}',
  -- Searchable text: names, and places and types.
  search text not null generated always as (fold(code || ' ' || name || ' ' || coalesce(project_name, ''))) stored,
  place text not null generated always as
    (fold(coalesce(city, '') || ' ' || coalesce(sector, '') || ' ' || availability || ' ' || coalesce(property_type, ''))) stored,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index properties_code_unique on properties (account_id, lower(code));
create index properties_newest on properties (account_id, created_at desc, id desc);
create index properties_newest_active on properties (account_id, created_at desc, id desc) where active;
create index properties_search on properties using gin (pieces(account_id, search), pieces(account_id, place)) with (gin_pending_list_limit = 256);

-- Pictures in manual order: an uploaded file, or an external address.
create table property_images (
  account_id bigint not null,
  id bigint generated always as identity,
  property_id bigint not null,
  position integer not null,
  url text,
  file_key text,
  file_name text,
  content_type text,
  size_bytes bigint,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, property_id) references properties on delete cascade,
  check ((url is null) <> (file_key is null))
);
create index property_images_order on property_images (account_id, property_id, position, id);

-- Vehicles for test drives.
create table test_drive_vehicles (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  code text not null,
  name text not null,
  description text,
  location text,
  active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index test_drive_vehicles_code_unique on test_drive_vehicles (account_id, lower(code));
create index test_drive_vehicles_newest on test_drive_vehicles (account_id, created_at desc, id desc);

-- Time slots of a vehicle.
create table test_drive_slots (
  account_id bigint not null,
  id bigint generated always as identity,
  vehicle_id bigint not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, vehicle_id) references test_drive_vehicles on delete cascade,
  check (ends_at > starts_at)
);
create index test_drive_slots_vehicle on test_drive_slots (account_id, vehicle_id, starts_at, id);
create index test_drive_slots_soonest on test_drive_slots (account_id, starts_at, id);

-- Bookings. A slot has at most one active booking; cancelled ones are kept.
create table test_drive_bookings (
  account_id bigint not null,
  id bigint generated always as identity,
  slot_id bigint not null,
  contact_id bigint not null,
  -- The agent who accompanies the customer and is reminded.
  agent_id bigint,
  notes text,
  status text not null check (status in ('booked', 'cancelled')),
  cancel_reason text,
  cancelled_at timestamptz(3),
  -- When the reminder is due; null once it was sent, or if there is none.
  remind_at timestamptz(3),
  reminded_at timestamptz(3),
  booked_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, slot_id) references test_drive_slots on delete cascade,
  foreign key (account_id, contact_id) references contacts on delete cascade,
  foreign key (account_id, agent_id) references memberships on delete set null (agent_id)
);
create unique index test_drive_bookings_slot_unique on test_drive_bookings (account_id, slot_id) where status = 'booked';
create index test_drive_bookings_slot on test_drive_bookings (account_id, slot_id);
create index test_drive_bookings_contact on test_drive_bookings (account_id, contact_id, created_at desc, id desc);
create index test_drive_bookings_agent on test_drive_bookings (account_id, agent_id);
create index test_drive_bookings_newest on test_drive_bookings (account_id, created_at desc, id desc);
create index test_drive_bookings_due on test_drive_bookings (remind_at) where remind_at is not null;

-- Items a customer is interested in: properties, or anything else by name. The name remains when the property is deleted.
create table crm_items (
  account_id bigint not null,
  id bigint generated always as identity,
  lead_id bigint,
  opportunity_id bigint,
  property_id bigint,
  name text not null,
  quantity numeric(12, 2) not null check (quantity > 0),
  -- Price of one.
  price numeric(18, 2) check (price >= 0),
  currency text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, lead_id) references leads on delete cascade,
  foreign key (account_id, opportunity_id) references opportunities on delete cascade,
  foreign key (account_id, property_id) references properties on delete set null (property_id),
  check (num_nonnulls(lead_id, opportunity_id) = 1)
);
create index crm_items_lead on crm_items (account_id, lead_id, id);
create index crm_items_opportunity on crm_items (account_id, opportunity_id, id);
create index crm_items_property on crm_items (account_id, property_id, id desc);
