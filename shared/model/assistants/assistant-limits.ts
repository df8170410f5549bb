/*
 * Limits of the assistant interface. They have a separate file so the renderer can use the limits without
 * loading the schemas.
 */

/** What the user can allow a client to do. */
export const ASSISTANT_PERMISSIONS = ['read', 'notes', 'add', 'propose', 'contacts', 'draft'] as const;
export type AssistantPermission = (typeof ASSISTANT_PERMISSIONS)[number];
/** What a new client may do unless the user decides otherwise. */
export const ASSISTANT_DEFAULT_PERMISSIONS: readonly AssistantPermission[] = [
  'read',
  'notes',
  'add',
  'propose',
];
/** Where a client sends the data that it reads. The user states this, and the app cannot verify it. */
export const ASSISTANT_PLACES = ['cloud', 'local', 'unknown'] as const;

/**
 * Maximum number of distinct companies that all clients together receive within each period. The user can
 * lower these limits, but never raise them above these values.
 */
export const ASSISTANT_CAPS_MAX = { hour: 20, day: 60, days30: 300 } as const;

export const ASSISTANT_CLIENTS_MAX = 20;
export const ASSISTANT_NAME_CHARS_MAX = 60;
/** Maximum number of proposals that one client may have waiting at the same time. */
export const ASSISTANT_PROPOSALS_PER_CLIENT_MAX = 10;
export const ASSISTANT_REASON_CHARS_MAX = 300;
/** Maximum length of the text that names the subject of a logged call, such as a company's name. */
export const ASSISTANT_ABOUT_CHARS_MAX = 200;

/**
 * The results of calls that were answered. `waiting`: the request that the call proposed waits for the user.
 * `already-waiting`: an identical request was already waiting. `limited`: the reply is incomplete, because
 * the limit on companies was reached. `no-notes`: the user has written nothing about the company.
 */
export const ASSISTANT_ANSWERED_RESULTS = [
  'done',
  'waiting',
  'already-waiting',
  'limited',
  'no-notes',
] as const;
