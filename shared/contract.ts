import { z } from 'zod';
import { call, push, type ApiOf, type HandlersOf, type PublishOf } from './contract-kit.ts';
import { backupsContract } from './contract-backups.ts';
import { libraryContract } from './contract-library.ts';
import { marketContract } from './contract-market.ts';
import { linksContract } from './contract-links.ts';
import { planContract } from './contract-plan.ts';
import { notificationsContract } from './contract-notifications.ts';
import { offlineContract } from './contract-offline.ts';
import { onboardingContract } from './contract-onboarding.ts';
import { privacyContract } from './contract-privacy.ts';
import { progressContract } from './contract-progress.ts';
import { quotaContract } from './contract-quota.ts';
import { savedFiltersContract } from './contract-saved-filters.ts';
import { savedSearchesContract } from './contract-saved-searches.ts';
import { settingsContract } from './contract-settings.ts';
import { diagnosticsContract, menuContract } from './contract-shell.ts';
import { signalsContract } from './contract-signals.ts';
import { templatesContract } from './contract-templates.ts';
import { timelineContract } from './contract-timeline.ts';
import { triageContract } from './contract-triage.ts';
import { watchContract } from './contract-watch.ts';
import {
  contactLogContract,
  marksContract,
  notesContract,
  tasksContract,
  watchlistsContract,
  wordsContract,
} from './contract-words.ts';
import { costSchema, previewSchema, receiptSchema, screenSchema } from './model/budget.ts';
import {
  companyIdSchema,
  companyViewSchema,
  panelsSchema,
  peopleSchema,
  resultRowSchema,
  rolesPanelSchema,
} from './model/company.ts';
import { demoStatusSchema, transcriptSchema } from './model/demo.ts';
import { LIST_LIMIT_MAX } from './model/limits.ts';
import { listQuerySchema, openRolesQuerySchema } from './model/query.ts';
import {
  listNameSchema,
  resultSetSchema,
  searchPlanSchema,
  suggestFieldSchema,
  suggestionsSchema,
} from './model/search.ts';
import {
  connectionSchema,
  keyStateSchema,
  lostWorkspaceSchema,
  secretPlaceSchema,
  secretStateSchema,
  serviceStateSchema,
  workspaceIdSchema,
  workspaceSchema,
} from './model/workspace.ts';

/*
 * The whole contract between the core and the renderer, readable on its own. One object in, one JSON value out.
 * Every reply is bounded, no reply holds more than one company's contacts, and keys can be set, cleared and asked
 * about, never read. A call that spends carries `accepted`: the price that was shown. The governor refuses to spend more.
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
     * The company that a `roundwatch://` link asked for, once: null where none did, or it was told already. A link never
     * spends and chooses nothing but what is shown.
     */
    followed: call(nothing).returns(z.strictObject({ companyId: companyIdSchema.nullable() })),
    /** A link was followed; `followed` tells where to. */
    onFollow: push(nothing),
    /** This laptop slept: whatever is told of the time is old. */
    onWoke: push(nothing),
  },
  workspaces: {
    list: call(nothing).returns(
      z.strictObject({
        workspaces: z.array(workspaceSchema).max(50),
        activeId: workspaceIdSchema.nullable(),
        /** None of them opens, and nothing of them is deleted. */
        lost: z.array(lostWorkspaceSchema).max(50),
      }),
    ),
    exploreDemo: call(nothing).returns(workspaceSchema),
    /** The price of `connect`, before anything is known of the account. */
    connectPrice: call(nothing).returns(previewSchema),
    /** One priced `/stats` call validates the key, tells its type and sets the opening balances. */
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
     * Whether a key could be kept in this system's keychain now. Found out by writing and removing a probe, which may
     * make a locked keyring ask: only where the seller is about to choose.
     */
    keychain: call(nothing).returns(z.strictObject({ state: secretStateSchema, name: z.string().max(80) })),
    state: call(nothing).returns(keyStateSchema),
    /** `sameAccount: false` closes this account's ledger balances and starts from what the service reports next. */
    setApiKey: call(
      z.strictObject({ apiKey: secret, place: secretPlaceSchema, sameAccount: z.boolean() }),
    ).returns(keyStateSchema),
    clearApiKey: call(nothing).returns(keyStateSchema),
    /**
     * From now on contacts are kept, sealed this way. Only for a workspace that keeps none: what is sealed already is not
     * moved. Throws conflict people-kept, unsupported keychain, unauthorized key-locked.
     */
    keepPeople: call(z.strictObject({ how: sealChoice })).returns(keyStateSchema),
    /** People stay `locked` where it is another passphrase. */
    unlockPeople: call(z.strictObject({ passphrase })).returns(keyStateSchema),
    /**
     * Forgets the open key and everything that it opened, until the passphrase is typed again. Throws conflict no-passphrase
     * where none guards people: the keychain would open them again without asking.
     */
    lockPeople: call(nothing).returns(keyStateSchema),
    /** Asks the keychain again, for instance after the seller unlocked it. */
    retry: call(nothing).returns(keyStateSchema),
    /**
     * The window came to the front: a keychain that was found locked is asked again, unless its user said no a moment ago. What
     * is new of it is pushed.
     */
    look: call(nothing).returns(nothing),
    onChanged: push(nothing),
  },
  search: {
    /** Values for a filter by what was typed, from the last `/filters` snapshot; built-in stages where there is none. */
    suggest: call(z.strictObject({ field: suggestFieldSchema, text: z.string().max(200) })).returns(
      suggestionsSchema,
    ),
    refreshFilters: call(z.strictObject(paid)).returns(z.strictObject({ receipt: receiptSchema })),
    /** What a question would cost and what of it is known already; free, nothing is sent. */
    plan: call(z.strictObject({ question: listQuerySchema })).returns(searchPlanSchema),
    /** Answers from what is kept, as of then, without a call. Throws not-found query where no day of it is covered. */
    answer: call(z.strictObject({ question: listQuerySchema })).returns(
      z.strictObject({ set: resultSetSchema }),
    ),
    /** Asks for one row, which tells how many match [§2.11]. The row is kept in the library. */
    probe: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ total: count.nullable(), receipt: receiptSchema }),
    ),
    run: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ set: resultSetSchema, receipt: receiptSchema }),
    ),
    /** The newest result set kept on this laptop, of this list or of either; null before the first search. */
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
    /** What is kept of the panels that have an endpoint of their own, roles apart. */
    panels: call(z.strictObject({ id: companyIdSchema })).returns(panelsSchema),
    /** Open roles as kept, filtered here: that costs nothing. */
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
    /** A 404 is free and throws `not-available`; the state it taught is kept. */
    fetchPeople: call(z.strictObject({ id: companyIdSchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    /** A 404 is free and throws `not-available`; the state it taught is kept. */
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
  words: wordsContract,
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
    /** Asks `/health`: whether the service answers, and which version it says it is. */
    test: call(z.strictObject(paid)).returns(
      z.strictObject({ service: serviceStateSchema, receipt: receiptSchema }),
    ),
    /** Where the service's answers differ from its specification, as counted on this laptop. */
    service: call(nothing).returns(serviceStateSchema),
    onChanged: push(connectionSchema),
  },
  demo: {
    status: call(nothing).returns(demoStatusSchema),
    /** Stops or starts the simulated service, to see what works without it. */
    setService: call(z.strictObject({ running: z.boolean() })).returns(nothing),
    /** Moves the demo's clock forward, in days. */
    travel: call(z.strictObject({ days: z.int().min(1).max(366) })).returns(nothing),
    /** What the simulated service saw, newest first: proof of what the app really called. */
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
