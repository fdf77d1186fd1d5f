/** Settings of the installation: the address of the Graph API, and the Meta app that serves all inboxes, if any. */
export type MetaApp = {
  graph_url: string
  app_secret?: string | undefined
  verify_token?: string | undefined
}
