-- Public lead forms, and calendar feeds for other programs.

-- The questions of a form, and where its leads go. The token is public: everyone with the link may submit the form.
create table lead_forms (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity,
  name text not null,
  token text not null,
  -- Null pipeline: the default one for leads; null stage: the first.
  pipeline_id bigint,
  stage_id bigint,
  owner_id bigint,
  allowed_domains text[] not null,
  fields jsonb not null,
  thanks_message text,
  redirect_url text,
  active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, pipeline_id) references pipelines on delete set null (pipeline_id),
  foreign key (account_id, stage_id) references stages on delete set null (stage_id),
  foreign key (account_id, owner_id) references memberships on delete set null (owner_id)
);
create unique index lead_forms_name_unique on lead_forms (account_id, lower(name));
create index lead_forms_token on lead_forms (token);
create index lead_forms_pipeline on lead_forms (account_id, pipeline_id);
create index lead_forms_stage on lead_forms (account_id, stage_id);
create index lead_forms_owner on lead_forms (account_id, owner_id);

-- The form a lead came from, and a hash of its answers, so that submitting twice creates one lead.
create table lead_form_submissions (
  account_id bigint not null,
  id bigint generated always as identity,
  lead_form_id bigint not null,
  lead_id bigint not null,
  digest bytea not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  foreign key (account_id, lead_form_id) references lead_forms on delete cascade,
  foreign key (account_id, lead_id) references leads on delete cascade
);
create index lead_form_submissions_form on lead_form_submissions (account_id, lead_form_id, digest, created_at);
create index lead_form_submissions_lead on lead_form_submissions (account_id, lead_id);

-- Secret address of a person's calendar: looked up by hash, shown again only to its owner.
create table calendar_feeds (
  account_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index calendar_feeds_token on calendar_feeds (token_hash);
