import { part, type Part } from '#db/sql.ts'
import { only_referral, source_by_label } from './rules.ts'

/** `toOrigin` of a column, for filters. */
export function toOriginColumn(text: Part): Part {
  return part`coalesce(${Object.fromEntries(source_by_label)}::jsonb ->> ${toKeyColumn(text)}, ${toMediumColumn(text)})`
}

/** `toMedium` of a column. */
export function toMediumColumn(text: Part): Part {
  const slug = part`nullif(regexp_replace(${foldColumn(text)}, '\\s+', '_', 'g'), '')`
  return part`(case when ${toKeyColumn(text)} ~ ${only_referral.source} then 'referral' else ${slug} end)`
}

function toKeyColumn(text: Part): Part {
  return part`regexp_replace(${foldColumn(part`replace(${text}, '_', ' ')`)}, '\\s+', ' ', 'g')`
}

/** As `fold` in kernel/filters/reference.ts; the SQL function of that name also rewrites letters such as ø. */
function foldColumn(text: Part): Part {
  return part`regexp_replace(lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')), '^\\s+|\\s+$', '', 'g')`
}
