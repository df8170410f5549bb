import { z } from 'zod';
import { call, push, type ApiOf, type HandlersOf, type PublishOf } from './kit.ts';
import { backupsContract } from './backups.ts';
import { libraryContract } from './library.ts';
import { marketContract } from './market.ts';
import { linksContract } from './links.ts';
import { planContract } from './day-plan.ts';
import { notificationsContract } from './notifications.ts';
import { offlineContract } from './offline.ts';
import { onboardingContract } from './onboarding.ts';
import { privacyContract } from './privacy.ts';
import { progressContract } from './progress.ts';
import { quotaContract } from './quota.ts';
import { savedFiltersContract } from './user-data/saved-views.ts';
import { savedSearchesContract } from './user-data/saved-searches.ts';
import { settingsContract } from './settings.ts';
import { diagnosticsContract, menuContract } from './menu-and-diagnostics.ts';
import { signalsContract } from './signals.ts';
import { templatesContract } from './user-data/templates.ts';
import { timelineContract } from './user-data/timeline.ts';
import { triageContract } from './user-data/triage.ts';
import { watchContract } from './user-data/watched-lists.ts';
import {
  contactLogContract,
  marksContract,
  notesContract,
  tasksContract,
  watchlistsContract,
  userDataContract,
} from './user-data/annotations.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from '../model/budget.ts';
import {
  companyIdSchema,
  companyViewSchema,
  panelsSchema,
  peopleSchema,
  resultRowSchema,
  rolesPanelSchema,
} from '../model/company.ts';
import { demoStatusSchema, transcriptSchema } from '../model/demo.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { listQuerySchema, openRolesQuerySchema } from '../model/query.ts';
import {
  listNameSchema,
  resultSetSchema,
  searchPlanSchema,
  suggestFieldSchema,
  suggestionsSchema,
} from '../model/search.ts';
import {
  connectionSchema,
  keyStateSchema,
  lostWorkspaceSchema,
  secretPlaceSchema,
  secretStateSchema,
  serviceStateSchema,
  workspaceIdSchema,
  workspaceSchema,
} from '../model/workspace.ts';

/*
 * The contract between core and renderer: one object in, one JSON value out. Every reply is bounded, none
 * contains the contacts of more than one company, and keys can be set, cleared and checked but never read. A
 * request that spends carries `accepted`, the price shown; the governor refuses to spend more.
 */

const nothing = z.strictObject({});
const position = { offset: z.int().min(0).max(10_000_000), limit: z.int().min(1).max(LIST_LIMIT_MAX) };
const count = z.int().min(0);
const secret = z.string().trim().min(1).max(4_096);
const passphrase = z.string().min(8).max(1_024);
const paid = { accepted: costSchema, screen: screenSchema };

const underKeychain = z.strictObject({ mode: z.literal('keychain') });
const underPassphrase = z.strictObject({ mode: z.literal('passphrase'), passphrase });
const sealChoice = z.discriminatedUnion('mode', [underKeychain, underPassphrase]);
const peopleChoice = z.discriminatedUnion('mode', [
  underKeychain,
  underPassphrase,
  z.strictObject({ mode: z.literal('none') }),
]);

export const contract = {
  app: {
    info: call(nothing).returns(
      z.strictObject({
        version: z.string().max(40),
        shell: z.enum(['electron', 'loopback', 'test']),
        /** The loopback shell opens only the demo and base URLs on this machine. */
        realAccounts: z.boolean(),
      }),
    ),
    /**
     * Returns the company of a `roundwatch://` link once; null if there is none or it was already returned. A
     * link only navigates and never spends.
     */
    followed: call(nothing).returns(z.strictObject({ companyId: companyIdSchema.nullable() })),
    /** A link was followed; `followed` returns its target. */
    onFollow: push(nothing),
    /** The computer resumed from sleep, so displayed times are out of date. */
    onWoke: push(nothing),
  },
  workspaces: {
    list: call(nothing).returns(
      z.strictObject({
        workspaces: z.array(workspaceSchema).max(50),
        activeId: workspaceIdSchema.nullable(),
        /** Workspaces that cannot be opened; none of their files is deleted. */
        lost: z.array(lostWorkspaceSchema).max(50),
      }),
    ),
    exploreDemo: call(nothing).returns(workspaceSchema),
    /** The price of `connect`, before anything is known about the account. */
    connectPrice: call(nothing).returns(previewSchema),
    /**
     * Sends one priced `/stats` request that validates the key, detects its type and sets the opening balances.
     */
    connect: call(
      z.strictObject({
        baseUrl: z.string().trim().min(1).max(2_000),
        apiKey: secret,
        place: secretPlaceSchema,
        people: peopleChoice,
        ...paid,
      }),
    ).returns(z.strictObject({ workspace: workspaceSchema, receipt: receiptSchema })),
    open: call(z.strictObject({ id: workspaceIdSchema })).returns(workspaceSchema),
    /** Closes the active workspace; its data stays. */
    leave: call(nothing).returns(nothing),
    /** Removes a workspace with its data and its keys. The demo can be removed in one action. */
    remove: call(z.strictObject({ id: workspaceIdSchema })).returns(nothing),
    onChanged: push(z.strictObject({ activeId: workspaceIdSchema.nullable() })),
  },
  keys: {
    /**
     * Whether the system keychain can store a key now. The check writes and removes a probe, which may prompt
     * for a locked keyring, so call it only when the user is about to choose.
     */
    keychain: call(nothing).returns(z.strictObject({ state: secretStateSchema, name: z.string().max(80) })),
    state: call(nothing).returns(keyStateSchema),
    /** `sameAccount: false` closes this account's ledger balances and starts from the service's next report. */
    setApiKey: call(
      z.strictObject({ apiKey: secret, place: secretPlaceSchema, sameAccount: z.boolean() }),
    ).returns(keyStateSchema),
    clearApiKey: call(nothing).returns(keyStateSchema),
    /**
     * Starts storing contacts, encrypted this way. Only for a workspace that stores none, because existing
     * contacts are not re-encrypted.
     * @throws AppFailure conflict people-kept, unsupported keychain, unauthorized key-locked
     */
    keepPeople: call(z.strictObject({ how: sealChoice })).returns(keyStateSchema),
    /** Contacts stay `locked` if the passphrase is wrong. */
    unlockPeople: call(z.strictObject({ passphrase })).returns(keyStateSchema),
    /**
     * Drops the contact key and all decrypted data from memory until the passphrase is entered again.
     * @throws AppFailure conflict no-passphrase without one, because the keychain would unlock the contacts
     * again without asking
     */
    lockContacts: call(nothing).returns(keyStateSchema),
    /** Reads the keychain again, for example after the user unlocked it. */
    retry: call(nothing).returns(keyStateSchema),
    /**
     * The window gained focus: a locked keychain is read again, unless the user declined a moment ago.
     * Changes are published.
     */
    look: call(nothing).returns(nothing),
    onChanged: push(nothing),
  },
  search: {
    /** Filter values for the typed text, from the last `/filters` response; built-in stages if there is none. */
    suggest: call(z.strictObject({ field: suggestFieldSchema, text: z.string().max(200) })).returns(
      suggestionsSchema,
    ),
    refreshFilters: call(z.strictObject(paid)).returns(z.strictObject({ receipt: receiptSchema })),
    /** The price of a query and how much of its result is already stored. Free; nothing is sent. */
    plan: call(z.strictObject({ question: listQuerySchema })).returns(searchPlanSchema),
    /**
     * Answers from stored data without a request.
     * @throws AppFailure not-found query if no day of it is covered
     */
    answer: call(z.strictObject({ question: listQuerySchema })).returns(
      z.strictObject({ set: resultSetSchema }),
    ),
    /** Requests a single row to learn the number of matches (spec §2.11). The row is stored in the library. */
    probe: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ total: count.nullable(), receipt: receiptSchema }),
    ),
    run: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ set: resultSetSchema, receipt: receiptSchema }),
    ),
    /** The newest stored result set, of this list or of both; null before the first search. */
    last: call(z.strictObject({ list: listNameSchema.optional() })).returns(
      z.strictObject({ set: resultSetSchema.nullable() }),
    ),
    rows: call(z.strictObject({ setId: z.string().max(60), ...position })).returns(
      z.strictObject({ rows: z.array(resultRowSchema).max(LIST_LIMIT_MAX), loaded: count }),
    ),
  },
  companies: {
    get: call(z.strictObject({ id: companyIdSchema })).returns(companyViewSchema),
    people: call(z.strictObject({ id: companyIdSchema })).returns(peopleSchema),
    /** The stored panels with their own endpoints, except roles. */
    panels: call(z.strictObject({ id: companyIdSchema })).returns(panelsSchema),
    /** Stored open roles, filtered locally and free. */
    roles: call(
      z.strictObject({
        id: companyIdSchema,
        department: z.string().max(100).nullable().default(null),
        seniority: z.string().max(100).nullable().default(null),
        ...position,
      }),
    ).returns(rolesPanelSchema),
    fetchProfile: call(z.strictObject({ id: companyIdSchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    /** A 404 is free and throws `not-available`; the resulting state is stored. */
    fetchPeople: call(z.strictObject({ id: companyIdSchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    /** A 404 is free and throws `not-available`; the resulting state is stored. */
    fetchPanel: call(
      z.strictObject({
        id: companyIdSchema,
        panel: z.enum(['tech-stack', 'rounds', 'highlights', 'news']),
        ...paid,
      }),
    ).returns(z.strictObject({ receipt: receiptSchema })),
    fetchRoles: call(z.strictObject({ id: companyIdSchema, query: openRolesQuerySchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    onChanged: push(z.strictObject({ id: companyIdSchema })),
  },
  watchlists: watchlistsContract,
  watch: watchContract,
  notes: notesContract,
  marks: marksContract,
  tasks: tasksContract,
  contactLog: contactLogContract,
  words: userDataContract,
  library: libraryContract,
  savedFilters: savedFiltersContract,
  savedSearches: savedSearchesContract,
  market: marketContract,
  links: linksContract,
  signals: signalsContract,
  templates: templatesContract,
  timeline: timelineContract,
  triage: triageContract,
  progress: progressContract,
  onboarding: onboardingContract,
  quota: quotaContract,
  offline: offlineContract,
  notifications: notificationsContract,
  plan: planContract,
  backups: backupsContract,
  privacy: privacyContract,
  connection: {
    status: call(nothing).returns(connectionSchema),
    /** Requests `/health`: whether the service responds, and which version it reports. */
    test: call(z.strictObject(paid)).returns(
      z.strictObject({ service: serviceStateSchema, receipt: receiptSchema }),
    ),
    /** How the service's responses differ from its specification, as counted on this installation. */
    service: call(nothing).returns(serviceStateSchema),
    onChanged: push(connectionSchema),
  },
  demo: {
    status: call(nothing).returns(demoStatusSchema),
    /** Stops or starts the simulated service, to try the app without it. */
    setService: call(z.strictObject({ running: z.boolean() })).returns(nothing),
    /** Moves the demo's clock forward, in days. */
    travel: call(z.strictObject({ days: z.int().min(1).max(366) })).returns(nothing),
    /** Requests that the simulated service received, newest first; proof of what the app really sent. */
    transcript: call(z.strictObject(position)).returns(transcriptSchema),
    onChanged: push(nothing),
  },
  settings: settingsContract,
  menu: menuContract,
  diagnostics: diagnosticsContract,
};

export type Api = ApiOf<typeof contract>;
export type Handlers = HandlersOf<typeof contract>;
export type Publish = PublishOf<typeof contract>;
