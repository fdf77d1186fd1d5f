-- Every synonym of a referral as the medium becomes the slug that the rules of attribution write.
update leads set utm_medium = 'referral' where utm_medium in (
  'referida', 'referidas', 'referencia', 'referenciado', 'referrals', 'referred', 'reference', 'recomendada', 'recomendados', 'recomendadas',
  'recomendacion', 'recomendaciones', 'recommended', 'recommendation', 'boca_a_boca', 'boca_en_boca');
update opportunities set utm_medium = 'referral' where utm_medium in (
  'referida', 'referidas', 'referencia', 'referenciado', 'referrals', 'referred', 'reference', 'recomendada', 'recomendados', 'recomendadas',
  'recomendacion', 'recomendaciones', 'recommended', 'recommendation', 'boca_a_boca', 'boca_en_boca');
