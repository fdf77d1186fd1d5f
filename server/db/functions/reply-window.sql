-- The reply window of a conversation, by the rules of its channel; null where a business may always write.
create or replace function reply_window(channel text, opened_at timestamptz, closes_at timestamptz, moment timestamptz) returns jsonb
  language sql immutable parallel safe
  as $$
    select case when channel in ('whatsapp', 'messenger', 'instagram') then jsonb_build_object(
      'open', coalesce(closes_at > moment, false),
      'closes_at', public.iso(closes_at),
      'may_send', case
        when channel = 'whatsapp' then case when closes_at > moment then '["text", "template"]'::jsonb else '["template"]' end
        when closes_at > moment then '["text"]'
        when opened_at + interval '7 days' > moment then '["human_agent"]'
        else '[]' end) end
  $$;
