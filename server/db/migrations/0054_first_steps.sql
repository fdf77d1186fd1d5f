-- The first steps of a new workspace, until an administrator dismisses them; and availability that ends by itself.
alter table accounts add column first_steps_dismissed_at timestamptz(3);
alter table memberships add column availability_until timestamptz(3);
