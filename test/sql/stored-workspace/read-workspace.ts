import type { Api } from '../../../shared/contract/index.ts';
import type { SavedQuestion } from '../../../shared/model/saved-filter.ts';
import { readLedger } from './read-ledger.ts';

/*
 * Reads one workspace through the public handlers and converts it to the format of `expected.json`. If a
 * handler or field is renamed, this file and `read-ledger.ts` change, but `expected.json` does not.
 */

export type StoredSettings = Awaited<ReturnType<typeof readSettings>>;
export type StoredWorkspace = Awaited<ReturnType<typeof readWorkspace>>;

const PAGE = { offset: 0, limit: 50 };

/** Returns the settings of this computer, which do not depend on the workspace. */
export async function readSettings(api: Api) {
  const { theme, density, textSize } = await api.settings.appearance({});
  const { singleKeys, changes } = await api.settings.shortcuts({});
  const notifications = await api.notifications.settings({});
  return {
    theme,
    density,
    textSize,
    singleKeyShortcuts: singleKeys,
    shortcuts: changes.map(({ id, keys }) => ({ command: id, keys })),
    resultColumns: (await api.settings.resultColumns({})).columns,
    previewWidth: (await api.settings.preview({})).width,
    notifications: {
      digest: notifications.digest,
      instant: notifications.instant,
      tasks: notifications.tasks,
      hour: notifications.hour,
      quietFrom: notifications.quietFrom,
      quietTo: notifications.quietTo,
      threshold: notifications.threshold,
    },
  };
}

/** Returns the contents of the open workspace. */
export async function readWorkspace(api: Api) {
  const rows = await libraryRows(api);
  const companyIds = rows.map(({ companyId }) => companyId);
  return {
    workspace: await readRecord(api),
    companies: await Promise.all(rows.map((row) => readCompany(api, row))),
    contacts: await readContacts(api, companyIds),
    userData: await readUserData(api, companyIds),
    searches: await readSearches(api),
    signals: await readSignals(api),
    privacy: await readPrivacy(api),
    queue: await readQueue(api),
    plan: await readPlan(api),
    gapSinceMs: (await api.plan.gap({})).gap?.sinceMs ?? null,
    ledger: await readLedger(api),
    backups: await readBackups(api),
  };
}

async function readRecord(api: Api) {
  const { workspaces, activeId } = await api.workspaces.list({});
  const open = workspaces.find(({ id }) => id === activeId);
  const { apiKey, people } = await api.keys.state({});
  const { done, hidden } = await api.onboarding.get({});
  return {
    kind: open?.kind,
    name: open?.name,
    keyType: open?.keyType,
    createdAtMs: open?.createdAtMs,
    // Leaves out the port of the demo's service, because the port differs at every start.
    baseUrl: open?.baseUrl.replace(/(?<=127\.0\.0\.1):(?!47900)\d+/, ''),
    apiKey: apiKey.state,
    apiKeyPlace: apiKey.place,
    contactsKept: people.mode,
    onboarding: { done, hidden },
  };
}

type LibraryRow = Awaited<ReturnType<typeof libraryRows>>[number];

async function libraryRows(api: Api) {
  const { queryId, total } = await api.library.open({ sort: 'name' });
  if (total > PAGE.limit) throw new Error('more companies than one page of the library');
  return (await api.library.rows({ queryId, ...PAGE })).rows;
}

async function readCompany(api: Api, { companyId: id, ...row }: LibraryRow) {
  const { rounds, description, tags, gone } = await api.companies.get({ id });
  const { tech, highlights, news } = await api.companies.panels({ id });
  const { roles } = await api.companies.roles({ id, ...PAGE });
  return {
    id,
    name: row.name,
    country: row.countryCode,
    industry: row.industry,
    stage: row.stage,
    amount: row.amount?.text ?? null,
    announcedOn: row.announcedOn,
    window: row.window.state,
    source: row.stamp.source,
    fetchedAtMs: row.stamp.fetchedAtMs,
    fit: row.fit ?? null,
    hasNote: row.hasNote,
    hasContacts: row.hasPeople,
    isGone: gone !== null,
    describedIn: description?.length ?? null,
    tags: tags.map(({ name }) => name),
    rounds: rounds.map(({ roundId, stage, amount, announcedOn, stamp }) => ({
      id: roundId,
      stage,
      amount: amount?.text ?? null,
      announcedOn,
      source: stamp.source,
    })),
    technologies: tech.technologies.map(({ name }) => name),
    highlights: highlights.highlights.map(({ text, source }) => ({ text, source })),
    articles: news.articles.map(({ title }) => title),
    openRoles: roles.map(({ title, department, seniority, gone: isGone }) => ({
      title,
      department,
      seniority,
      isGone,
    })),
  };
}

/** Returns each company's stored contacts, with all personal fields. */
export async function readContacts(api: Api, companyIds: readonly string[]) {
  const contacts = await Promise.all(
    companyIds.map(async (companyId) => {
      const { state, people } = await api.companies.people({ id: companyId });
      return {
        companyId,
        state,
        contacts: people.map(({ name, title, email, linkedinUrl, stamp }) => ({
          name,
          title,
          email,
          linkedinUrl,
          source: stamp.source,
          fetchedAtMs: stamp.fetchedAtMs,
        })),
      };
    }),
  );
  return contacts.filter(({ state }) => state !== 'never-fetched');
}

async function readUserData(api: Api, companyIds: readonly string[]) {
  const { steps } = await api.marks.undoable({ limit: 50 });
  const { market, weights, skipped } = await api.market.get({});
  const { templates } = await api.templates.list({});
  const { statuses } = await api.marks.statuses({});
  const { tags } = await api.marks.tags(PAGE);
  const { companies: done } = await api.triage.list({ state: 'done', ...PAGE });
  const { companies: snoozed } = await api.triage.list({ state: 'snoozed', ...PAGE });
  const { lists, fitFloor, prefetchRecords, catchUpRecords, overlapDays } = await api.plan.rules({});
  const ofEach = <T>(read: (companyId: string) => Promise<readonly T[]>) =>
    Promise.all(companyIds.map(read)).then((all) => all.flat());
  return {
    notes: await ofEach((companyId) => readNote(api, companyId)),
    lists: await readLists(api),
    statuses: statuses.map(({ id, name, count }) => ({ id, name, count })),
    tags: tags.map(({ id, name, count }) => ({ id, name, count })),
    marks: await ofEach((companyId) => readMarks(api, companyId)),
    tasks: await ofEach((companyId) => readTasks(api, companyId)),
    contactLog: await ofEach((companyId) => readContactLog(api, companyId)),
    timeline: await ofEach((companyId) => readTimeline(api, companyId)),
    templates: templates.map(({ name, subject, body }) => ({ name, subject, body })),
    done: done.map(({ companyId, mark }) => ({ companyId, setAtMs: mark.setAtMs })),
    snoozed: snoozed.map(({ companyId, mark }) => ({
      companyId,
      untilMs: mark.state === 'snoozed' ? mark.untilMs : null,
    })),
    market: { market, weights, skipped },
    planRules: { lists, fitFloor, prefetchRecords, catchUpRecords, overlapDays },
    undo: steps.map(({ undo, what, atMs, companies }) => ({ token: undo, what, atMs, companies })),
  };
}

async function readNote(api: Api, companyId: string) {
  const { body, revision, savedAtMs } = await api.notes.get({ companyId });
  if (revision === 0) return [];
  const { revisions } = await api.notes.history({ companyId, ...PAGE });
  const versions = await Promise.all(
    revisions.map(async (version) => ({
      savedAtMs: version.savedAtMs,
      text: (await api.notes.revision({ companyId, revision: version.revision })).body,
    })),
  );
  return [{ companyId, text: body, savedAtMs, versions }];
}

async function readLists(api: Api) {
  const { lists } = await api.watch.lists({});
  return Promise.all(
    lists.map(async ({ id, name, watched, refreshDays, recordsAMonth, usedThisMonth }) => ({
      id,
      name,
      watched,
      refreshDays,
      recordsAMonth,
      usedThisMonth,
      companies: (await api.watchlists.companies({ id, ...PAGE })).companies.map(
        ({ companyId, reason, addedAtMs }) => ({ companyId, reason, addedAtMs }),
      ),
    })),
  );
}

async function readMarks(api: Api, companyId: string) {
  const { status, tags } = await api.marks.get({ companyId });
  if (status === null && tags.length === 0) return [];
  return [{ companyId, status: status?.id ?? null, tags: tags.map(({ name }) => name) }];
}

async function readTasks(api: Api, companyId: string) {
  const { tasks } = await api.tasks.of({ companyId, ...PAGE });
  return tasks.map(({ title, dueOn, snoozedUntil, doneAtMs }) => ({
    companyId,
    title,
    dueOn,
    snoozedUntil,
    doneAtMs,
  }));
}

/**
 * Returns a company's contact log. The log is readable even while contacts are locked, because its entries
 * identify contacts only by fingerprints.
 */
async function readContactLog(api: Api, companyId: string) {
  const { entries } = await api.contactLog.of({ companyId, ...PAGE });
  return entries.map(({ happenedOn, channel, line, aboutPerson, personId }) => ({
    companyId,
    happenedOn,
    channel,
    line,
    isAboutContact: aboutPerson,
    isContactKnown: personId !== null,
  }));
}

async function readTimeline(api: Api, companyId: string) {
  const { entries } = await api.timeline.of({ companyId, show: 'own', limit: 50 });
  return entries.map(({ what, atMs, ...entry }) => ({
    companyId,
    what,
    atMs,
    field: 'field' in entry ? entry.field : null,
  }));
}

/**
 * Removes the filters that were added after the fixtures were written. Views in the fixtures never set them.
 */
function withoutNewFilters(question: SavedQuestion | null): unknown {
  if (question === null) return question;
  const { fits, ours, investors, departments, round, outcome, ...filters } = question.filters;
  if ([...fits, ...ours, ...investors, ...departments].length > 0) return question;
  if (round !== null || outcome !== null) return question;
  return { ...question, filters };
}

async function readSearches(api: Api) {
  const { searches } = await api.savedSearches.list({});
  const { filters } = await api.savedFilters.list({});
  const lastOf = async (list: 'fundings' | 'companies') => {
    const { set } = await api.search.last({ list });
    return set === null
      ? null
      : { total: set.total, loaded: set.loaded, state: set.state, fetchedAtMs: set.fetchedAtMs };
  };
  const suggested = await api.search.suggest({ field: 'stages', text: '' });
  return {
    saved: searches.map(({ name, search, fresh, fetchedAtMs, viewedAtMs }) => ({
      name,
      search,
      newRows: fresh,
      fetchedAtMs,
      viewedAtMs,
    })),
    views: filters.map(({ name, question }) => ({ name, question: withoutNewFilters(question) })),
    lastRounds: await lastOf('fundings'),
    lastCompanies: await lastOf('companies'),
    // The product now shows this stage with a capital letter, as in rounds. The stored list of stages has not
    // changed, so this code restores the fixture's spelling before the comparison.
    stages: {
      fetchedAtMs: suggested.fetchedAtMs,
      values: suggested.values.map(({ value }) =>
        suggested.fetchedAtMs !== null && value === 'Undisclosed' ? 'undisclosed' : value,
      ),
    },
    changes: (await api.watch.feed(PAGE)).changes.map(({ companyId, change: told, atMs, seen }) => ({
      companyId,
      told,
      atMs,
      seen,
    })),
  };
}

async function readSignals(api: Api) {
  const { rows = [] } = await api.signals.open({ rowsFrom: 0 });
  const {
    enabled,
    port,
    path,
    tunnelHost,
    key,
    lastReceivedAtMs: lastHeardAtMs,
  } = await api.signals.receiver({});
  return {
    receiver: {
      // Until the receiver has been set up, the path is not stored and differs at every start.
      enabled,
      port,
      path: enabled ? path : null,
      tunnelHost,
      key: key.state,
      keyPlace: key.place,
      isRotating: key.rotating,
      lastReceivedAtMs: lastHeardAtMs,
    },
    events: await Promise.all(
      rows.map(async ({ id, sources, companyId, name, event, type, icpMatch, atMs, seen }) => {
        const { keyRule, deliveries, userNote } = await api.signals.get({ id });
        return {
          id,
          sources,
          companyId,
          name,
          event,
          type,
          icpMatch,
          receivedAtMs: atMs,
          isSeen: seen,
          dedupeRule: keyRule,
          deliveries,
          dashboardNote: userNote,
        };
      }),
    ),
  };
}

async function readPrivacy(api: Api) {
  const { suppressions } = await api.privacy.suppressions(PAGE);
  const { people, erasedCompanies, retentionMonths, isKeyChanging } = await api.privacy.status({});
  return {
    contacts: people,
    erasedCompanies,
    retentionMonths,
    isKeyChanging,
    blocked: suppressions.map(({ id, sinceMs, asked, knownBy }) => ({ id, sinceMs, asked, knownBy })),
  };
}

async function readQueue(api: Api) {
  const { calls } = await api.offline.list({});
  return calls.map(
    ({ id, ask, about, screen, accepted, state, error, receipt, requestedAtMs: askedAtMs }) => ({
      id,
      request: ask,
      about,
      screen,
      accepted,
      state,
      askedAtMs,
      error: error?.kind ?? null,
      spent: receipt?.cost ?? null,
    }),
  );
}

export async function readPlan(api: Api) {
  const { run } = await api.plan.run({});
  if (run === null) return null;
  return {
    id: run.id,
    state: run.state,
    paused: run.paused,
    by: run.by,
    approvedAtMs: run.approvedAtMs,
    items: run.items.map(({ key, kind, companyId, lane, cost, why, step, spent }) => ({
      key,
      kind,
      companyId,
      lane,
      cost,
      why,
      step,
      spent,
    })),
  };
}

async function readBackups(api: Api) {
  const { backups } = await api.backups.list({});
  return backups.map(({ id, kind, madeAtMs, notes, watchlists, state }) => ({
    id,
    kind,
    madeAtMs,
    notes,
    lists: watchlists,
    state,
  }));
}
