import { z } from 'zod';
import { call, push, type ApiOf, type HandlersOf, type PublishOf } from './kit.ts';
import { assistantsContract } from './assistants.ts';
import { backupsContract } from './backups.ts';
import { insightsContract } from './insights.ts';
import { investorsContract } from './investors.ts';
import { libraryContract } from './library.ts';
import { marketContract } from './market.ts';
import { linksContract } from './links.ts';
import { planContract } from './day-plan.ts';
import { notificationsContract } from './notifications.ts';
import { offlineContract } from './offline.ts';
import { onboardingContract } from './onboarding.ts';
import { outcomesContract } from './outcomes.ts';
import { privacyContract } from './privacy.ts';
import { progressContract } from './progress.ts';
import { proposalsContract } from './proposals.ts';
import { quotaContract } from './quota.ts';
import { savedFiltersContract } from './user-data/saved-views.ts';
import { savedSearchesContract } from './user-data/saved-searches.ts';
import { settingsContract } from './settings.ts';
import { diagnosticsContract, menuContract } from './menu-and-diagnostics.ts';
import { signalsContract } from './signals.ts';
import { followUpsContract } from './user-data/follow-ups.ts';
import { templatesContract } from './user-data/templates.ts';
import { timelineContract } from './user-data/timeline.ts';
import { archiveContract } from './user-data/archive.ts';
import { importFilesContract } from './user-data/import-files.ts';
import { oursContract } from './user-data/ours.ts';
import { reviewsContract } from './user-data/reviews.ts';
import { triageContract } from './user-data/triage.ts';
import { updatesContract } from './updates.ts';
import { watchContract } from './user-data/watched-lists.ts';
import {
  contactLogContract,
  marksContract,
  notesContract,
  tasksContract,
  watchlistsContract,
  userDataContract,
} from './user-data/annotations.ts';
import { previewSchema, pricedFrom, receiptSchema } from '../model/budget.ts';
import { contactMatchCountsSchema } from '../model/buyer-roles.ts';
import {
  articleSchema,
  companyIdSchema,
  companyTagSchema,
  companyViewSchema,
  highlightSchema,
  industriesSchema,
  investorSchema,
  panelsSchema,
  peopleSchema,
  resultRowSchema,
  rolesPanelSchema,
  roleRequestSchema,
  roundSchema,
  techCategoriesSchema,
  technologySchema,
} from '../model/company.ts';
import { demoStatusSchema, transcriptSchema } from '../model/account/demo.ts';
import { shellSchema } from '../model/settings/diagnostics.ts';
import { linkTargetSchema } from '../model/link.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX, SENIORITIES } from '../model/limits.ts';
import { fundingsQuerySchema, listQuerySchema, openRolesQuerySchema } from '../model/query.ts';
import {
  listNameSchema,
  resultSetSchema,
  searchPlanSchema,
  suggestFieldSchema,
  suggestionsSchema,
} from '../model/search.ts';
import { undoSchema } from '../model/user-data.ts';
import {
  connectionSchema,
  keyStateSchema,
  lostWorkspaceSchema,
  secretPlaceSchema,
  secretStateSchema,
  serviceStateSchema,
  workspaceIdSchema,
  workspaceNameSchema,
  workspaceSchema,
} from '../model/workspace.ts';
import { nothing, paid, passphrase, position } from './atoms.ts';
import { peopleChoice, sealChoice, secret } from './key-choices.ts';
import { countSchema as count } from '../model/atoms.ts';

/*
 * The contract between core and renderer: each function takes one object and returns one JSON value. The size
 * of every reply is limited, and no reply contains the contacts of more than one company. The renderer can
 * set, clear and check keys, but cannot read them. A function that sends a paid request takes `accepted`, the
 * price shown to the user. If the request costs more, the governor refuses it. Because a compromised page
 * could accept any price, spending above the user's threshold must also be confirmed in a native dialog.
 * Without the confirmation, the function throws `not-confirmed`.
 */

/** A page of a company's stored rows, starting at `offset`. */
const companyPage = { id: companyIdSchema, offset: position.offset.default(0) };

export const contract = {
  app: {
    info: call(nothing).returns(
      z.strictObject({
        version: z.string().max(40),
        shell: shellSchema,
        /**
         * False in the loopback shell, which can open only the demo and accounts whose base URL is on this
         * computer.
         */
        realAccounts: z.boolean(),
      }),
    ),
    /**
     * Returns the target of the `roundwatch://` link that the user followed last. Each target is returned
     * only once. Following a link opens a company or the command palette, but sends no request to the
     * service.
     */
    followed: call(nothing).returns(linkTargetSchema),
    /**
     * Reports that the user has used the page. Only a shell that cannot measure the computer's idle time
     * needs these reports (ADR 55).
     */
    reportActivity: call(nothing).returns(nothing),
    /** The user followed a link. `followed` returns its target. */
    onFollow: push(nothing),
    /** The computer resumed from sleep, so displayed times are out of date. */
    onWoke: push(nothing),
  },
  workspaces: {
    list: call(nothing).returns(
      z.strictObject({
        workspaces: z.array(workspaceSchema).max(50),
        activeId: workspaceIdSchema.nullable(),
        /** Whether assistants can connect to the active workspace. If not, their status need not be loaded. */
        assistantsOn: z.boolean(),
        /** Workspaces that cannot be opened. Their files remain on disk. */
        lost: z.array(lostWorkspaceSchema).max(50),
      }),
    ),
    /**
     * Opens the demo, and creates it if necessary. With `filled`, a new demo starts with a seller's data from
     * the past week.
     */
    exploreDemo: call(z.strictObject({ filled: z.boolean().optional() })).returns(workspaceSchema),
    /**
     * Returns the price of `connect`. It is based on the documented limits, because nothing is known about
     * the account yet.
     */
    connectPrice: call(nothing).returns(previewSchema),
    /**
     * Sends one priced `/stats` request, which validates the key and returns the key's type and each budget's
     * usage. If `accepted` is enough for a second request, also loads the filter options with `/filters`. If
     * the second request fails, connecting still succeeds. The receipt is the total for both requests.
     *
     * @throws AppFailure `not-confirmed` if no workspace uses this host yet and the user declines in a native
     * dialog. In this case, nothing was stored or sent.
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
    /** Changes the name of a workspace, which need not be open. Two workspaces may have the same name. */
    rename: call(z.strictObject({ id: workspaceIdSchema, name: workspaceNameSchema })).returns(
      workspaceSchema,
    ),
    /** Closes the active workspace without deleting its data. */
    leave: call(nothing).returns(nothing),
    /** Deletes a workspace with its data and keys. */
    remove: call(z.strictObject({ id: workspaceIdSchema })).returns(nothing),
    onChanged: push(z.strictObject({ activeId: workspaceIdSchema.nullable() })),
  },
  keys: {
    /**
     * Checks whether the system keychain can store a key, by writing and deleting a probe. Call it only when
     * the user is about to choose where to store a key: if the keychain is locked, the system may prompt the
     * user.
     */
    keychain: call(nothing).returns(z.strictObject({ state: secretStateSchema, name: z.string().max(80) })),
    state: call(nothing).returns(keyStateSchema),
    /**
     * Replaces the API key. If the new key differs from the current key, the new key is first checked with
     * one `/stats` request, which may cost at most `accepted`. If the service refuses the new key, the
     * current key remains in use. `sameAccount: false` means that the new key belongs to another account. The
     * ledger then treats the usage of all budgets as unknown until the service reports it.
     * @throws AppFailure `unauthorized`, `network`, `upstream`, `price-changed`
     */
    setApiKey: call(
      z.strictObject({ apiKey: secret, place: secretPlaceSchema, sameAccount: z.boolean(), ...paid }),
    ).returns(keyStateSchema),
    clearApiKey: call(nothing).returns(keyStateSchema),
    /**
     * Starts storing contacts, encrypted in the chosen way. Fails with `people-kept` if the workspace already
     * stores contacts. To protect stored contacts in another way, use `privacy.changeKey`.
     * @throws AppFailure `conflict` (`people-kept`), `unsupported` (`keychain`), `unauthorized`
     * (`key-locked`)
     */
    keepPeople: call(z.strictObject({ how: sealChoice })).returns(keyStateSchema),
    /** Unlocks contacts. If the passphrase is wrong, they remain `locked`. */
    unlockPeople: call(z.strictObject({ passphrase })).returns(keyStateSchema),
    /**
     * Removes the contact key and all decrypted data from memory until the passphrase is entered again.
     * @throws AppFailure `conflict` (`no-passphrase`) if a keychain protects the contacts. The keychain would
     * return the key again without asking the user, so locking would have no effect.
     */
    lockContacts: call(nothing).returns(keyStateSchema),
    /**
     * Reads the keychain again, for example after the user has unlocked it. If the app has locked contacts
     * automatically, Electron first asks the user in a native dialog.
     * @throws AppFailure `not-confirmed` if the user declines
     */
    retry: call(nothing).returns(keyStateSchema),
    /**
     * Must be called when the window gains focus. If the keychain was locked, reads the keychain again,
     * unless the user has recently declined its prompt. Publishes `onChanged` if the state has changed.
     */
    look: call(nothing).returns(nothing),
    onChanged: push(nothing),
  },
  search: {
    /**
     * Returns filter values that match the typed text. Investors come from stored rounds; all other values
     * come from the last `/filters` response. If no such response is stored, only built-in stages are
     * suggested.
     */
    suggest: call(z.strictObject({ field: suggestFieldSchema, text: z.string().max(200) })).returns(
      suggestionsSchema,
    ),
    refreshFilters: call(z.strictObject(paid)).returns(z.strictObject({ receipt: receiptSchema })),
    /**
     * Returns the price of the first page of a search. If the stored filter options are at least a week old,
     * the price includes loading new ones (`also`), and `run` loads them once the user has accepted the
     * price. Free.
     */
    price: call(z.strictObject({ question: listQuerySchema, ...pricedFrom })).returns(previewSchema),
    /** Returns the price of a query and how much of its result is already stored. Free. */
    plan: call(z.strictObject({ question: listQuerySchema, ...pricedFrom })).returns(searchPlanSchema),
    /**
     * Computes the result of a query from stored data, without sending a request. `isRun` must be true if the
     * missing days have just been fetched. The call then counts as a run of the saved search with this query.
     * @throws AppFailure `not-found` (`query`) if none of the query's days is covered
     */
    answer: call(z.strictObject({ question: listQuerySchema, isRun: z.boolean().default(false) })).returns(
      z.strictObject({ set: resultSetSchema }),
    ),
    /** Requests a single row to find out the number of matches (spec §2.11). The library stores the row. */
    probe: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ total: count.nullable(), receipt: receiptSchema }),
    ),
    run: call(z.strictObject({ question: listQuerySchema, ...paid })).returns(
      z.strictObject({ set: resultSetSchema, receipt: receiptSchema }),
    ),
    /**
     * Fetches the rounds that the service has added to stored days of a search. Sends up to ten requests,
     * which together cost at most `accepted`. The library stores the rounds. `set` contains all rounds of
     * those days; null if they could not all be fetched at this price.
     */
    recheck: call(z.strictObject({ query: fundingsQuerySchema, ...paid })).returns(
      z.strictObject({ set: resultSetSchema.nullable(), receipt: receiptSchema }),
    ),
    /**
     * Returns the latest stored result set, or the latest one of `list` if it is given; null if there is
     * none.
     */
    last: call(z.strictObject({ list: listNameSchema.optional() })).returns(
      z.strictObject({ set: resultSetSchema.nullable() }),
    ),
    rows: call(z.strictObject({ setId: z.string().max(60), ...position })).returns(
      z.strictObject({ rows: z.array(resultRowSchema).max(LIST_LIMIT_MAX), loaded: count }),
    ),
  },
  companies: {
    /**
     * Returns a stored company. If the user's data was moved from this company to another, returns the other
     * company, whose id differs from `id`.
     */
    get: call(z.strictObject({ id: companyIdSchema })).returns(companyViewSchema),
    /**
     * Returns a page of a company's stored contacts, with the state of its contacts (`peopleSchema`). Free.
     */
    people: call(z.strictObject(companyPage)).returns(peopleSchema),
    /**
     * Counts the stored contacts of a company by how well their titles match the user's buyer roles. Null if
     * no buyer roles are set, no contact is stored, contacts are locked, or the limit on contacts per minute
     * is reached (ADR 54). Free.
     */
    contactMatches: call(z.strictObject({ id: companyIdSchema })).returns(
      z.strictObject({ matches: contactMatchCountsSchema.nullable() }),
    ),
    /** Returns a page of stored rounds, newest first. Free. */
    rounds: call(z.strictObject(companyPage)).returns(
      z.strictObject({ rounds: z.array(roundSchema).max(LIST_LIMIT_MAX) }),
    ),
    /** Returns one page of the stored investors of a round, lead investors first. Free. */
    investors: call(z.strictObject({ ...companyPage, roundId: z.string().min(1).max(200) })).returns(
      z.strictObject({ investors: z.array(investorSchema).max(LIST_LIMIT_MAX) }),
    ),
    /** Returns one page of the stored industries. Free. */
    industries: call(z.strictObject(companyPage)).returns(z.strictObject({ industries: industriesSchema })),
    /** Returns one page of the stored tags that the service gave the company. Free. */
    tags: call(z.strictObject(companyPage)).returns(
      z.strictObject({ tags: z.array(companyTagSchema).max(LIST_LIMIT_MAX) }),
    ),
    /** Returns one page of the stored technologies, by category. Free. */
    technologies: call(z.strictObject(companyPage)).returns(
      z.strictObject({ technologies: z.array(technologySchema).max(LIST_LIMIT_MAX) }),
    ),
    /** Returns one page of the stored technology categories that contain no stored technology. Free. */
    techCategories: call(z.strictObject(companyPage)).returns(
      z.strictObject({ categories: techCategoriesSchema }),
    ),
    /** Returns the stored content of all panels that have their own endpoints, except open roles. */
    panels: call(z.strictObject({ id: companyIdSchema })).returns(panelsSchema),
    /** Returns a page of stored highlights. Free. */
    highlights: call(z.strictObject(companyPage)).returns(
      z.strictObject({ highlights: z.array(highlightSchema).max(LIST_LIMIT_MAX) }),
    ),
    /** Returns a page of stored articles, newest first. Free. */
    news: call(z.strictObject(companyPage)).returns(
      z.strictObject({ articles: z.array(articleSchema).max(LIST_LIMIT_MAX) }),
    ),
    /**
     * Returns the stored open roles that match the filters. The filters are applied on this computer. Free.
     */
    roles: call(
      z.strictObject({
        id: companyIdSchema,
        department: z.string().max(100).nullable().default(null),
        seniority: z.string().max(100).nullable().default(null),
        search: z.string().trim().max(200).default(''),
        ...position,
      }),
    ).returns(rolesPanelSchema),
    /**
     * Returns the request that fetches the open roles matching these filters; the service applies the
     * filters. Sends no request.
     */
    roleRequest: call(
      z.strictObject({
        id: companyIdSchema,
        department: z.enum(DEPARTMENTS).nullable(),
        seniority: z.enum(SENIORITIES).nullable(),
        search: z.string().trim().max(200),
      }),
    ).returns(roleRequestSchema),
    /** Records that two companies are not duplicates. `marks.undo` can undo this in one step. */
    dismissDuplicate: call(z.strictObject({ id: companyIdSchema, otherId: companyIdSchema })).returns(
      z.strictObject({ undo: undoSchema }),
    ),
    /**
     * Opens a stored company in a separate window. The window shows the same app, and has the same privileges
     * as the main window.
     * @throws AppFailure `not-found` (`company`); `unsupported` (`company-window`) in a browser; `conflict`
     * (`too-many-windows`)
     */
    openWindow: call(z.strictObject({ id: companyIdSchema })).returns(nothing),
    fetchProfile: call(z.strictObject({ id: companyIdSchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    /**
     * Fetches contacts. If the service responds with 404, the request is free. The library then records that
     * there are no contacts, and the function throws `not-available`.
     */
    fetchPeople: call(z.strictObject({ id: companyIdSchema, ...paid })).returns(
      z.strictObject({ receipt: receiptSchema }),
    ),
    /**
     * Fetches one panel. A 404 is free. The library then records that the panel has no content, and the
     * function throws `not-available`.
     */
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
  followUps: followUpsContract,
  words: userDataContract,
  library: libraryContract,
  investors: investorsContract,
  insights: insightsContract,
  outcomes: outcomesContract,
  savedFilters: savedFiltersContract,
  savedSearches: savedSearchesContract,
  market: marketContract,
  links: linksContract,
  signals: signalsContract,
  templates: templatesContract,
  timeline: timelineContract,
  ours: oursContract,
  archive: archiveContract,
  importFiles: importFilesContract,
  reviews: reviewsContract,
  triage: triageContract,
  progress: progressContract,
  onboarding: onboardingContract,
  quota: quotaContract,
  offline: offlineContract,
  notifications: notificationsContract,
  plan: planContract,
  proposals: proposalsContract,
  backups: backupsContract,
  privacy: privacyContract,
  connection: {
    status: call(nothing).returns(connectionSchema),
    /** Requests `/health` to check whether the service responds, and which version it reports. */
    test: call(z.strictObject(paid)).returns(
      z.strictObject({ service: serviceStateSchema, receipt: receiptSchema }),
    ),
    /** Returns the service's status and version, and how its responses have differed from the specification. */
    service: call(nothing).returns(serviceStateSchema),
    onChanged: push(connectionSchema),
  },
  demo: {
    status: call(nothing).returns(demoStatusSchema),
    /** Stops or starts the simulated service, so the user can try the app without a connection. */
    setService: call(z.strictObject({ running: z.boolean() })).returns(nothing),
    /** Moves the demo's clock forward by `days` days. */
    travel: call(z.strictObject({ days: z.int().min(1).max(366) })).returns(nothing),
    /**
     * Returns the requests that the simulated service has received, newest first. They show what the app
     * actually sent.
     */
    transcript: call(z.strictObject(position)).returns(transcriptSchema),
    onChanged: push(nothing),
  },
  settings: settingsContract,
  menu: menuContract,
  diagnostics: diagnosticsContract,
  updates: updatesContract,
  assistants: assistantsContract,
};

export type Api = ApiOf<typeof contract>;
export type Handlers = HandlersOf<typeof contract>;
export type Publish = PublishOf<typeof contract>;
