// A report as figures and bars. Each list is drawn with the first of these numbers it has.
const numbers = ['count', 'won', 'resolved', 'contacts', 'total']

function render(answer) {
  const figures = Object.entries(answer.kpis ?? figuresOf(answer.current, answer.previous))
  const lists = Object.keys(words.charts).filter((name) => Array.isArray(answer[name]) && answer[name].length > 0)
  const { from, to } = answer.days ?? {}
  return [
    ...(to ? [classed('quiet', element('p', [from, to].filter(Boolean).join(' – ')))] : []),
    ...(figures.length > 0 ? [classed('figures', element('div', ...figures.flatMap(figure)))] : []),
    ...lists.flatMap((name) => chart(words.charts[name], answer[name])),
    ...(answer.note ? [classed('quiet', element('p', answer.note))] : []),
  ]
}

/** The figures of a conversion report, in the form of those of the overview. */
function figuresOf(current, previous) {
  if (!current) return {}
  const names = ['won', 'lost', 'win_rate'].filter((name) => name in current)
  return Object.fromEntries(names.map((name) => [name, { current: current[name], previous: previous?.[name] ?? null }]))
}

function figure([name, value]) {
  if (!(name in words.figures) || typeof value?.current !== 'number') return []
  const format = (number) => number.toLocaleString(locale, { maximumFractionDigits: 1 })
  const before =
    typeof value.previous === 'number'
      ? classed('quiet', element('span', `${words.previous}: ${format(value.previous)}`))
      : undefined
  return [element('div', words.figures[name], element('strong', format(value.current)), before)]
}

function chart(title, rows) {
  const field = numbers.find((name) => typeof rows[0][name] === 'number')
  if (!field) return []
  const top = rows.slice(0, 20)
  const most = Math.max(...top.map((row) => row[field]), 1)
  const bars = top.map((row) => {
    const meter = element('meter')
    meter.max = most
    meter.value = row[field]
    const label = labelOf(row)
    meter.setAttribute('aria-label', `${label}: ${row[field]}`)
    return classed(
      'bar',
      element('div', element('span', label), meter, element('span', row[field].toLocaleString(locale))),
    )
  })
  return [element('h2', title), ...bars]
}

function labelOf({ name, stage, pipeline, step, source }) {
  return name ?? stage?.name ?? pipeline?.name ?? words.figures[step] ?? step ?? source ?? '–'
}
