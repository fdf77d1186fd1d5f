-- Campaigns through providers: a template instead of free text, the fate of each message, and the daily limit of an account.

-- Name, language and parameters of the template; its text stands in content.
alter table campaigns add column template jsonb;

alter table campaign_recipients
  drop constraint campaign_recipients_status_check,
  add constraint campaign_recipients_status_check
    check (status in ('queued', 'sent', 'delivered', 'read', 'failed', 'replied')),
  -- Left out because they want no campaigns, or opted out in answer to this one.
  add column opted_out boolean not null default false;
-- Messages of the last day, for the limit of the account.
create index campaign_recipients_sent on campaign_recipients (account_id, sent_at) where sent_at is not null;
create index campaign_recipients_opted_out on campaign_recipients (account_id, campaign_id) where opted_out;

-- People the account may write to first within 24 hours; null: no limit is known.
alter table channel_connections add column daily_limit integer;

-- Time of the last report about campaigns, so that a late one changes nothing.
alter table contacts add column consent_at timestamptz(3);
update contacts set consent_at = opted_out_at where opted_out_at is not null;
