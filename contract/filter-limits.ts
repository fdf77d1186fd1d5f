// Apart from the schemas, which the first page of the web app does without.
export const most_alternatives = 20
/** Bounds of a whole filter, checked where it becomes a query. */
export const most_conditions = 100
export const most_values = 500
