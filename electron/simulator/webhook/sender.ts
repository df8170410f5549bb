import { randomBytes } from 'node:crypto';
import type { VirtualClock } from '../service/virtual-clock.ts';
import type { ServiceState } from '../service/state.ts';
import { createTimers } from '../service/timers.ts';
import type { Company } from '../data/company-model.ts';
import type { World } from '../data/world.ts';
import * as settings from './config.ts';
import { describeEvent, describeSample, icpScore, type EventContext } from './payload.ts';
import { post, type PostResult } from './post.ts';
import { createQueue, type DeliveryQueue, type DeliveryReport, type Job } from './queue.ts';
import { createRoundCursor, findRound, newestKnown, type CompanyRound, type RoundCursor } from './rounds.ts';

/** Minimum ICP match for an ICP alert (spec §6.1). */
const ICP_THRESHOLD = 60;
/**
 * Interval, in real time, between checks for rounds that must be sent. A jump of the virtual clock triggers a
 * check immediately.
 */
const CHECK_INTERVAL_MS = 250;
/** Timeout of a delivery (spec §6.2). */
const DEFAULT_TIMEOUT_MS = 10_000;

interface WebhookDependencies {
  readonly state: ServiceState;
  readonly clock: VirtualClock;
  /** All generated data. This includes vanished companies, because they may be restored later. */
  readonly world: World;
  /** Timeout of a delivery, in real time; default 10 s. */
  readonly timeoutMs?: number | undefined;
}

interface WebhookReport {
  /** The configuration without the key; null if no webhook is configured. */
  readonly config: Omit<settings.WebhookConfig, 'key'> | null;
  readonly waiting: number;
  readonly inFlight: number;
  /** The 500 newest attempts, oldest first. */
  readonly deliveries: readonly DeliveryReport[];
}

/**
 * The webhook as configured in the dashboard. Its methods throw a ZodError or RangeError if the options are
 * invalid.
 */
export interface Webhook {
  /** Sets up the webhook and returns its key, which no other function returns. Null turns the webhook off. */
  configure(options: settings.WebhookOptions | null): string | null;
  test(options?: settings.TestOptions): void;
  send(options: settings.SendOptions): void;
  setContext(options: settings.ContextOptions): void;
  report(): WebhookReport;
  dispose(): void;
}

interface Sender extends WebhookDependencies {
  readonly queue: DeliveryQueue;
  readonly contexts: Map<string, Omit<settings.ContextOptions, 'companyId'>>;
  /**
   * The position in the rounds; null until the webhook is first configured. Creating a cursor sorts all
   * rounds, which would slow down simulators that have no webhook.
   */
  cursor: RoundCursor | null;
  config: settings.WebhookConfig | null;
  interval: NodeJS.Timeout | null;
  samples: number;
}

/**
 * Sends the events about each round when virtual time first reaches the round's publication time. Rounds
 * published before the webhook was configured are not sent.
 */
export function createWebhook(dependencies: WebhookDependencies): Webhook {
  const timers = createTimers();
  const ended = new AbortController();
  const queue = createQueue({
    timers,
    nowMs: dependencies.clock.nowMs,
    rules: () => sender.config ?? { retries: 0, retryDelayMs: 0, reorder: false },
    send: (job) => deliver(sender, job, ended.signal),
    onRoom: () => queueDueRounds(sender),
  });
  const sender: Sender = {
    ...dependencies,
    queue,
    contexts: new Map(),
    cursor: null,
    config: null,
    interval: null,
    samples: 0,
  };
  const stopListening = dependencies.clock.onJump(() => queueDueRounds(sender));
  return {
    configure: (options) => (options === null ? switchOff(sender) : configure(sender, options)),
    test: (options) => sendTest(sender, options ?? {}),
    send: (options) => sendOne(sender, options),
    setContext: (options) => {
      const { companyId, ...context } = settings.contextSchema.parse(options);
      findRound(dependencies.state, dependencies.clock.nowMs(), { companyId });
      sender.contexts.set(companyId, { ...sender.contexts.get(companyId), ...context });
    },
    report: () => describeSender(sender),
    dispose: () => {
      stopListening();
      switchOff(sender);
      timers.dispose();
      ended.abort();
    },
  };
}

function configure(sender: Sender, options: settings.WebhookOptions): string {
  const parsed = settings.webhookSchema.parse(options);
  sender.cursor ??= createRoundCursor(sender.world);
  if (!sender.config) sender.cursor.skipTo(sender.clock.nowMs());
  const key = parsed.key ?? sender.config?.key ?? randomBytes(24).toString('base64url');
  sender.config = { ...parsed, key };
  sender.interval ??= setInterval(() => queueDueRounds(sender), CHECK_INTERVAL_MS).unref();
  return key;
}

function switchOff(sender: Sender): null {
  sender.config = null;
  sender.queue.clear();
  if (sender.interval) clearInterval(sender.interval);
  sender.interval = null;
  return null;
}

/** Queues events for each round published since the last check. */
function queueDueRounds(sender: Sender): void {
  const { config, queue, cursor, clock, state } = sender;
  if (!config || !cursor) return;
  const perRound = (Number(config.icpAlerts) + Number(config.allAlerts)) * (1 + config.duplicates);
  // Stops when the queue has no room for another round. A later check queues the remaining rounds.
  while (queue.room() >= perRound) {
    const due = cursor.next(clock.nowMs());
    if (!due) return;
    const { company } = due;
    if (!state.world.byId.has(company.id)) continue;
    const isMatch = config.icpAlerts && scoreOf(sender, company) >= ICP_THRESHOLD;
    queue.add([
      ...(isMatch ? copies(config, jobOf(sender, due, 'icp')) : []),
      ...(config.allAlerts ? copies(config, jobOf(sender, due, 'all')) : []),
    ]);
  }
}

const copies = ({ duplicates }: settings.WebhookConfig, job: Job): Job[] =>
  Array.from({ length: 1 + duplicates }, () => job);

const scoreOf = ({ contexts }: Sender, company: Company): number =>
  contexts.get(company.id)?.icpMatch ?? icpScore(company);

function jobOf(
  sender: Sender,
  { company, round }: CompanyRound,
  kind: Job['kind'],
  overrides: Partial<EventContext> = {},
): Job {
  const compose = (): string => {
    const { userNote = '', trackingStatus = null } = sender.contexts.get(company.id) ?? {};
    const icpMatch = kind === 'all' ? null : scoreOf(sender, company);
    const event = describeEvent(
      { company, round, icpMatch, userNote, trackingStatus },
      {
        world: sender.state.world,
        profile: sender.state.profile,
        nowMs: sender.clock.nowMs(),
        idName: sender.config?.idName ?? null,
        type: 'funding',
        event: 'trigger_published',
        timestampOffsetMs: 0,
        ...overrides,
      },
    );
    return JSON.stringify(event);
  };
  return {
    kind,
    compose,
    contentType: 'application/json',
    companyId: company.id,
    fundingId: round.id,
  };
}

function sendTest(sender: Sender, options: settings.TestOptions): void {
  const { realIds } = settings.testSchema.parse(options);
  const { state, clock } = sender;
  if (realIds) return addOne(sender, jobOf(sender, newestKnown(state.world, clock.nowMs()), 'test'));
  sender.samples += 1;
  const number = sender.samples;
  addOne(sender, {
    kind: 'test',
    companyId: 'cmp_sample',
    fundingId: 'fnd_sample',
    contentType: 'application/json',
    compose: () => JSON.stringify(describeSample(number, clock.nowMs(), sender.config?.idName ?? null)),
  });
}

function sendOne(sender: Sender, options: settings.SendOptions): void {
  const { as, rawBody, contentType, companyId, roundId, ...overrides } = settings.sendSchema.parse(options);
  const found = findRound(sender.state, sender.clock.nowMs(), { companyId, roundId });
  const job = { ...jobOf(sender, found, as, overrides), contentType };
  addOne(sender, rawBody === undefined ? job : { ...job, compose: () => rawBody });
}

function addOne({ config, queue }: Sender, job: Job): void {
  if (!config) throw new RangeError('no webhook is set up');
  if (!queue.add(copies(config, job))) throw new RangeError('too many events are waiting');
}

/** Sends one event. Rejects if the event cannot be serialised or the request cannot be created. */
async function deliver(
  { config, timeoutMs = DEFAULT_TIMEOUT_MS }: Sender,
  job: Job,
  signal: AbortSignal,
): Promise<PostResult> {
  if (!config) return { status: null, ok: false, reason: 'switched off', durationMs: 0 };
  const authorization = settings.authorizationOf(config);
  return post({
    url: config.url,
    body: job.compose(),
    timeoutMs,
    signal,
    headers: {
      'Content-Type': job.contentType,
      'User-Agent': 'Service-AI-Webhook/1.0',
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(config.tunnel ? settings.TUNNEL_HEADERS : {}),
    },
  });
}

function describeSender({ config, queue }: Sender): WebhookReport {
  let publicConfig: WebhookReport['config'] = null;
  if (config) {
    const { key: _key, ...rest } = config;
    publicConfig = rest;
  }
  return {
    config: publicConfig,
    waiting: queue.waiting(),
    inFlight: queue.inFlight(),
    deliveries: queue.reports(),
  };
}
