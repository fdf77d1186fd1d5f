-- One slug per origin: spellings and translations of a source, as the rules of attribution write them from now on.
with synonyms (origin, names) as (values
  ('referral', array['referido', 'referida', 'referidos', 'referidas', 'referencia', 'referenciado', 'referrals', 'referred', 'reference',
    'recomendado', 'recomendada', 'recomendados', 'recomendadas', 'recomendacion', 'recomendaciones', 'recommended', 'recommendation',
    'voz_a_voz', 'boca_a_boca', 'boca_en_boca', 'word_of_mouth']),
  ('whatsapp', array['wa', 'wpp', 'whats_app']),
  ('facebook', array['fb', 'face']),
  ('instagram', array['ig', 'insta']),
  ('website', array['web', 'sitio_web', 'pagina_web']),
  ('email', array['correo', 'e-mail', 'mail']),
  ('phone', array['llamada', 'call', 'telefono', 'telefonica'])
), changed as (select s.origin, n.name from synonyms s, unnest(s.names) n (name)),
leads_done as (update leads l set utm_source = c.origin from changed c where l.utm_source = c.name),
deals_done as (update opportunities o set utm_source = c.origin from changed c where o.utm_source = c.name)
select;

update leads set utm_medium = 'referral' where utm_medium in ('referido', 'referidos', 'recomendado', 'voz_a_voz', 'word_of_mouth');
update opportunities set utm_medium = 'referral' where utm_medium in ('referido', 'referidos', 'recomendado', 'voz_a_voz', 'word_of_mouth');
