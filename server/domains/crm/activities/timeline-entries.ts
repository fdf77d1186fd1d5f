import type { TimelineKind } from '#contract/records/contact.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'

export type EntryPage = { after: string[] | undefined; limit: number }

export type EntrySource = {
  id: Part
  at: Part
  kind: TimelineKind
  action?: Part
  author?: Part
  about?: Part
  text?: Part
  message?: Part
  activity?: Part
  changes?: Part
  /** The from clause, ending in its conditions. */
  source: Part
}

/** The newest entries of one source, in the columns that all sources share. */
export function newestEntries(page: EntryPage, { id, at, kind, source, ...more }: EntrySource): Part {
  const json = (value: Part | undefined) => value ?? part`null::jsonb`
  return part`(
    select ${id} as id, ${kind}::text as kind, ${more.action ?? part`'created'`} as action, ${at} as occurred_at,
           ${json(more.author)} as author, ${json(more.about)} as about, ${more.text ?? part`null::text`} as text,
           ${json(more.message)} as message, ${json(more.activity)} as activity, ${json(more.changes)} as changes
      from ${source} ${afterCursor(page, at, id)}
     order by ${at} desc, (${id}) collate "C" desc limit ${page.limit + 1})`
}

/** Skips previous pages. The first condition, on the moment alone, is the one an index can use. */
export function afterCursor({ after }: EntryPage, at: Part, id: Part): Part {
  if (!after) return emptyPart
  return part`and ${at} <= ${after[0]}::timestamptz and (${at}, (${id}) collate "C") < (${after[0]}::timestamptz, ${after[1]}::text)`
}
