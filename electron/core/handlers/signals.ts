import { z } from 'zod';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { startOfLocalDayMs } from '../../../shared/local-date.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import {
  keyRuleSchema,
  type PasteProblem,
  type Receiver,
  type SignalDetail,
} from '../../../shared/model/signal.ts';
import { decodeEvent } from '../service-api/decoders/webhook-event.ts';
import { lastDeliveryAtMs, signalsByKey, type StoredSignal } from '../database/queries/cache/signals.ts';
import { noteStoredTime } from '../library/stored-time.ts';
import { clip, clipOrNull } from '../foundation/clip-text.ts';
import { canStoreContacts, type ContactKeyState } from '../contacts/contact-encryption.ts';
import { decryptUndocumented } from '../contacts/undocumented-fields.ts';
import { joinRaw } from '../service-api/split-raw.ts';
import type { DemoService, RandomSource } from '../ports.ts';
import { markSeen, removeSignal } from '../webhook/change-signals.ts';
import { isTooDeep } from '../foundation/local-http/request-check.ts';
import { filtered, keyOfEvent, signalStream, streamRows, type Entry } from '../webhook/signal-stream.ts';
import { countFits, sortSignals, withFitIn } from '../webhook/sort-signals.ts';
import type { WebhookReceiver } from '../webhook/receiver.ts';
import { triageMarksOf } from '../user-data/triage.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import { createChangeUserData } from './change-user-data.ts';
import { createOpenQueries } from './open-queries.ts';

interface OpenStream {
  /** The workspace in which the stream was opened. */
  readonly owner: object;
  readonly entries: readonly Entry[];
}

export function createSignalsHandlers(
  workspaces: Workspaces,
  publish: Publish,
  random: RandomSource,
): Handlers['signals'] {
  const change = createChangeUserData(workspaces, publish);
  return {
    ...createStream(workspaces, random),
    ...createReceiverCalls(workspaces),
    get: ({ id, seenSinceMs }) => detailOf(workspaces.current(), id, seenSinceMs),
    markSeen: ({ ids }) => {
      const { files, governor } = workspaces.current();
      const wanted = ids === null ? null : new Set(ids);
      const entries = signalStream(files, governor.serverNowMs()).filter(
        ({ id, seen }) => !seen && (wanted?.has(id) ?? true),
      );
      const atMs = Math.round(governor.stampMs());
      const { undo } = change('signals-seen', (changing) =>
        markSeen(changing.files.yours, changing.journal, entries, atMs),
      );
      return { undo, marked: entries.length, atMs };
    },
    remove: ({ id }) => {
      const { files, governor, signals } = workspaces.current();
      const event =
        signalStream(files, governor.serverNowMs()).find((entry) => entry.id === id)?.event ?? null;
      if (event === null) throw new AppFailure({ kind: 'not-found', what: 'signal' });
      const { undo } = change('signals-removed', (changing) =>
        removeSignal(changing.files.yours, changing.journal, event, governor.stampMs()),
      );
      signals.applyRemovals();
      return { undo };
    },
    paste: async ({ text }) => {
      const { signals, governor, files } = workspaces.current();
      const read = readPasted(text);
      if ('why' in read) return { outcome: 'refused', ...read };
      const receivedAtMs = Math.round(governor.serverNowMs());
      noteStoredTime(files.cache, receivedAtMs, governor.latestPossibleMs());
      const stored = await signals.inbox.put({ body: read.body, via: 'paste', receivedAtMs });
      return { outcome: stored.outcome, id: `e${stored.signalKey}` };
    },
  };
}

function createStream(
  workspaces: Workspaces,
  random: RandomSource,
): Pick<Handlers['signals'], 'summary' | 'open' | 'rows'> {
  const queries = createOpenQueries<OpenStream>(() => workspaces.current(), random);
  return {
    summary: () => {
      const { files, governor } = workspaces.current();
      const entries = signalStream(files, governor.serverNowMs());
      const unseen = entries.filter(({ seen }) => !seen);
      return {
        unseen: unseen.length,
        unseenEvents: unseen.filter(({ event }) => event !== null).length,
        total: entries.length,
        lastReceivedAtMs: lastDeliveryAtMs(files.cache),
      };
    },
    open: async ({ filters, sort, rowsFrom, seenSinceMs }) => {
      const workspace = workspaces.current();
      const { files, governor, search } = workspace;
      const all = signalStream(files, governor.serverNowMs(), seenSinceMs);
      const matching = filtered(files, all, filters);
      const ids = [...new Set(matching.flatMap(({ companyId }) => companyId ?? []))];
      // Waits until all fits are calculated if the list is sorted or filtered by fit. Otherwise, uses the
      // fits that are already loaded.
      const fits =
        filters.fit === null && sort !== 'fit' ? search.loadedFitsOf(ids) : await search.fitsOf(ids);
      if (workspaces.active() !== workspace) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      const known = fits ?? new Map<string, number>();
      const wanted = filters.fit === null ? matching : withFitIn(matching, known, filters.fit);
      const { entries, currencies } = sortSignals(files, wanted, sort, known);
      const queryId = queries.add({ owner: workspace, entries });
      const dayMs = startOfLocalDayMs(workspace.clock.nowMs());
      return {
        queryId,
        total: entries.length,
        allTotal: all.length,
        unseen: all.filter(({ seen }) => !seen).length,
        today: sort === 'received' ? entries.filter(({ atMs }) => atMs >= dayMs).length : 0,
        currencies,
        ...(fits === null ? {} : { fits: countFits(matching, fits) }),
        ...(rowsFrom === null ? {} : firstRows(workspace, entries, rowsFrom)),
      };
    },
    rows: ({ queryId, offset, limit }) => {
      const workspace = workspaces.current();
      const entries = queries.byId(queryId).entries.slice(offset, offset + limit);
      return { rows: streamRows(workspace.files, entries, workspace.governor.serverNowMs()) };
    },
  };
}

type StreamParts = Pick<OpenWorkspace, 'files' | 'governor'>;

/**
 * Returns the first rows with the triage marks of their companies, so the renderer needs no second call.
 */
function firstRows({ files, governor }: StreamParts, entries: readonly Entry[], rowsFrom: number) {
  const nowMs = governor.serverNowMs();
  const rows = streamRows(files, entries.slice(rowsFrom, rowsFrom + LIST_LIMIT_MAX), nowMs);
  const companyIds = rows.flatMap(({ company }) => (company === null ? [] : [company.companyId]));
  return { rows, marks: triageMarksOf(files.yours, companyIds, nowMs) };
}

/**
 * Calls that control the receiver. If the receiver cannot listen, they still succeed, and the returned state
 * contains the reason.
 */
function createReceiverCalls(
  workspaces: Workspaces,
): Pick<
  Handlers['signals'],
  | 'receiver'
  | 'setEnabled'
  | 'setAddress'
  | 'newPath'
  | 'makeKey'
  | 'setKey'
  | 'endRotation'
  | 'clearKey'
  | 'connectDemo'
  | 'retry'
> {
  const after = async (work: (receiver: WebhookReceiver) => Promise<void>): Promise<Receiver> => {
    const { receiver } = workspaces.current().signals;
    await work(receiver);
    return receiver.view();
  };
  return {
    receiver: () => workspaces.current().signals.receiver.view(),
    setEnabled: ({ enabled, pauseMs }) =>
      after((receiver) =>
        enabled || pauseMs === null ? receiver.change({ enabled }) : receiver.pauseFor(pauseMs),
      ),
    setAddress: ({ port, tunnelHost }) => after((receiver) => receiver.change({ port, tunnelHost })),
    newPath: () => after((receiver) => receiver.newPath()),
    makeKey: async ({ place }) => {
      const { receiver } = workspaces.current().signals;
      const key = receiver.newKey();
      await receiver.setKey(key, place);
      return { key, receiver: receiver.view() };
    },
    setKey: ({ key, place }) => after((receiver) => receiver.setKey(key, place)),
    endRotation: () => after((receiver) => receiver.endRotation()),
    clearKey: () => after((receiver) => receiver.clearKey()),
    connectDemo: async () => {
      const { demo, signals } = workspaces.current();
      if (demo === null) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      return connectDemo(signals.receiver, demo);
    },
    retry: () => after((receiver) => receiver.retry()),
  };
}

/**
 * Enables the receiver and enters its address and key in the simulated service, as users of the real service
 * do on its website. If the receiver cannot listen, for example because the port is in use, the simulated
 * service is not changed.
 */
async function connectDemo(receiver: WebhookReceiver, demo: DemoService): Promise<Receiver> {
  const key = receiver.newKey();
  await receiver.setKey(key, 'session');
  await receiver.endRotation();
  await receiver.change({ enabled: true });
  const view = receiver.view();
  if (view.state === 'listening') demo.connectWebhook(`${view.localUrl}${view.path}`, key);
  return view;
}

/** @throws AppFailure `not-found` (`signal`) if there is no entry with this id */
function detailOf(
  { files, governor, vault }: StreamParts & Pick<OpenWorkspace, 'vault'>,
  id: string,
  seenSinceMs: number | null,
): SignalDetail {
  const nowMs = governor.serverNowMs();
  const entry = signalStream(files, nowMs, seenSinceMs).find((each) => each.id === id);
  const [row] = entry === undefined ? [] : streamRows(files, [entry], nowMs);
  if (row === undefined) throw new AppFailure({ kind: 'not-found', what: 'signal' });
  const key = keyOfEvent(id);
  const event = key === null ? undefined : signalsByKey(files.cache, [key]).get(key);
  return {
    row,
    subtype: clipOrNull(event?.subtype ?? null, 200),
    publishedAtMs: timeOrNull(event?.publishedAtMs),
    sentAtMs: timeOrNull(event?.sentAtMs),
    userNote: clipOrNull(event?.userNote ?? null, 20_000),
    triggers: triggersOf(event),
    keyRule: keyRuleSchema
      .nullable()
      .catch(null)
      .parse(event?.keyRule ?? null),
    deliveries: event?.deliveries ?? 0,
    ...(event === undefined || row.known
      ? { fields: [], areFieldsLocked: false }
      : fieldsOf(event, vault.seal())),
  };
}

const timeOrNull = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined || ms < 0 ? null : ms;

const word = z.string().max(200).nullable().catch(null);
const storedTriggers = z.array(
  z.object({ type: word, subtype: word, publishedAtMs: z.number().min(0).nullable().catch(null) }),
);
function triggersOf(event: StoredSignal | undefined): SignalDetail['triggers'] {
  const parsed = storedTriggers.safeParse(JSON.parse(event?.triggers ?? '[]'));
  return (parsed.data ?? [])
    .slice(0, 50)
    .map(({ type, subtype, publishedAtMs }) => ({ type, subtype, publishedAtMs }));
}

function fieldsOf(
  { raw, undocumented, companyId }: StoredSignal,
  state: ContactKeyState,
): Pick<SignalDetail, 'fields' | 'areFieldsLocked'> {
  const owner = { companyId, source: 'webhook' };
  const others =
    undocumented !== null && canStoreContacts(state)
      ? decryptUndocumented(state.seal, owner, undocumented)
      : null;
  const parsed = joinRaw(raw === null ? null : JSON.parse(raw), others ?? []);
  const names = typeof parsed === 'object' && parsed !== null ? Object.keys(parsed) : [];
  return {
    fields: names.slice(0, LIST_LIMIT_MAX).map((name) => clip(name, 100)),
    areFieldsLocked: undocumented !== null && others === null,
  };
}

/** Parses a pasted event. If the text is not an event, returns the reason and, if known, the line number. */
function readPasted(text: string): { body: object } | { why: PasteProblem; line: number | null } {
  if (isTooDeep(text)) return { why: 'too-deep', line: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { why: 'not-json', line: lineOf(error, text) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { why: 'not-object', line: null };
  return decodeEvent(value) === null ? { why: 'no-company', line: null } : { body: value };
}

/**
 * Returns the number of the line with the JSON error. An error message without a position means that the text
 * ended too early, so the error is in the last line.
 */
function lineOf(error: unknown, text: string): number {
  const parsed = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(parsed)?.[1];
  const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
  return before.split('\n').length;
}
