// Leads or deals as columns, one per stage, in the order they first appear.
function render({ items = [], total, note }) {
  if (items.length === 0) return [element('p', note ?? words.empty)]
  const stages = Map.groupBy(items, (item) => item.stage?.name ?? '')
  const columns = [...stages].map(([stage, own]) => {
    const heading = element('h1', `${stage} (${own.length})`)
    return classed('column', element('section', heading, ...own.map(card)))
  })
  const shown =
    total > items.length ? classed('quiet', element('p', `${items.length} ${words.more} ${total}`)) : undefined
  return [classed('columns', element('div', ...columns)), ...(shown ? [shown] : [])]
}

function card({ name, url, amount, estimated_value, currency, owner }) {
  const value = money(amount ?? estimated_value, currency)
  const parts = [element('strong', name ?? ''), value && element('span', value)]
  return linkTo(url, 'item', ...parts, classed('quiet', element('span', owner?.name ?? words.unassigned)))
}
