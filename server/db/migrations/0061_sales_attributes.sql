-- Custom fields of leads and deals.
alter table custom_attribute_definitions
  drop constraint custom_attribute_definitions_model_check,
  add constraint custom_attribute_definitions_model_check
    check (model in ('contact_attribute', 'conversation_attribute', 'lead_attribute', 'opportunity_attribute'));
