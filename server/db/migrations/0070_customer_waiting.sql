-- A customer who begins to wait in a conversation without an assignee.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in (
  'conversation_assigned', 'mention', 'customer_waiting', 'customer_replied', 'owner_changed', 'sla_due_soon', 'sla_breached', 'activity_due'));
create index notifications_subject on notifications (account_id, subject_type, subject_id) where read_at is null;
