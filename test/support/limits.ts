/** Limits no test reaches by being fast, or by asking again and again while it waits. Tests of limits set their own. */
export const limits = {
  HILO_KEY_LIMIT: '10000000',
  HILO_ACCOUNT_LIMIT: '10000000',
  HILO_PERSON_LIMIT: '10000000',
  HILO_PEOPLE_LIMIT: '10000000',
}

/** The same for the routes that anybody may call. */
export const generous = { ...limits, HILO_OPEN_LIMIT: '10000' }

/** For servers of the browser tests: undo is offered long enough on a busy machine. */
export const forBrowser = { ...generous, HILO_UNDO_SECONDS: '60' }
