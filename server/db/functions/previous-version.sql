-- Names that nodes of the previous version still call while an upgrade rolls out. Remove this file in the version after.

create or replace function note_conversation(
  account bigint, conversation bigint, moment timestamptz, actor_type text, actor_id bigint,
  direction text default null, private boolean default false, waited_seconds integer default null
) returns void language sql
  as $$ select record_conversation(account, conversation, moment, actor_type, actor_id, direction, private, waited_seconds) $$;

create or replace function note_first_inbox(account bigint, contacts_of bigint[]) returns void
  language sql as $$ select record_first_inbox(account, contacts_of) $$;

create or replace function note_lead_responses(account bigint, contacts_of bigint[], lead bigint default null) returns void
  language sql as $$ select record_lead_responses(account, contacts_of, lead) $$;

create or replace function forget_conversations(account bigint, contact bigint) returns void
  language sql as $$ select remove_conversation_counts(account, contact) $$;

create or replace function authorise_classic(token_hash bytea, ip_quota integer, account_quota integer, caller_ip text)
returns table (
  account_id bigint, account jsonb, admitted boolean, retry_after double precision, remaining integer[], resets integer[]
) language plpgsql as $$
begin
  select a.id, account_record(a) into account_id, account from accounts a where a.classic_token_hash = token_hash;
  if not found then return; end if;
  select t.admitted, t.retry_after, t.remaining, t.resets into admitted, retry_after, remaining, resets
    from take_allowance(array['classic:' || caller_ip, 'classic-account:' || account_id], array[ip_quota, account_quota], 1, 1,
                        clock_timestamp()) t;
  return next;
end $$;

-- When a conversation must be answered and resolved, from its state and the targets of its inbox.
create or replace function sla_dues(
  hours jsonb, sla jsonb, conversation_priority text, status text, opened_at timestamptz, waiting_since timestamptz, first_reply_at timestamptz,
  out first_response_due_at timestamptz, out next_response_due_at timestamptz, out resolution_due_at timestamptz
) language plpgsql stable parallel safe as $$
declare
  target jsonb;
begin
  if status = 'resolved' then return; end if;
  select t into target from jsonb_array_elements(sla -> 'targets') t
   where t ->> 'priority' = conversation_priority or t ->> 'priority' is null order by t ->> 'priority' nulls last limit 1;
  if not (sla ->> 'business_hours_only')::boolean then hours := null; end if;
  if first_reply_at is null then
    first_response_due_at := due_after(hours, waiting_since, (target ->> 'first_response_minutes')::int);
  else
    next_response_due_at := due_after(hours, waiting_since, (target ->> 'next_response_minutes')::int);
  end if;
  resolution_due_at := due_after(hours, opened_at, (target ->> 'resolution_minutes')::int);
end $$;
