import { join } from 'node:path';
import { createRandom, mixSeed, type Random } from '../../../electron/simulator/data/random.ts';
import { tempDir } from '../common/temp-dir.ts';
import {
  copyAsAfterCrash,
  DAY_MS,
  openAttacked,
  startDatedService,
  type AttackedRun,
  type DatedService,
  type Stored,
} from './attacked-workspace.ts';

/*
 * Attacks on the clock. Each run starts from the same files, with contacts of the last twelve months, and
 * opens the app several times. The date of the laptop, of the service, or of both is wrong by 1 hour to 10
 * years. It becomes wrong before or after the service's first response, offline or online, and the service's
 * date is wrong in one response or in all. The app is closed normally or crashes. In the last two starts of a
 * run, both dates are correct.
 *
 * If both dates are wrong by more than a day, their errors always differ by more than a day. If both dates
 * were wrong by the same amount, no app could notice it.
 */

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;
/** The real time at which the attacks begin. */
const BEGIN_MS = Date.UTC(2027, 0, 12, 9, 30);
/** The ages of the contacts at `BEGIN_MS`, in days. */
const AGES = [364, 340, 250, 160, 60, 10, 1];

export interface AttackFigures {
  runs: number;
  starts: number;
  requests: number;
  /** The number of starts in which the laptop's or the service's date was wrong by more than a day. */
  wrongStarts: number;
  /** The number of times that the app asked the user about expired contacts. */
  questions: number;
  /** Companies whose contacts were deleted after twelve months. */
  expired: number;
  /**
   * Contacts, notes, ledger rows and backups that should have been kept but were lost. Each entry contains
   * the number of its run.
   */
  lost: string[];
}

const noAttacks = (): AttackFigures => ({
  runs: 0,
  starts: 0,
  requests: 0,
  wrongStarts: 0,
  questions: 0,
  expired: 0,
  lost: [],
});

/**
 * The data that the app must still have after an attack. `fetchedMs` contains the real time at which each
 * company's contacts were fetched.
 */
interface Truth {
  readonly fetchedMs: Map<string, number>;
  notes: number;
  ledgerRows: number;
  handBackups: number;
}

interface Template {
  readonly folder: string;
  readonly truth: Truth;
}

export interface AttackSpan {
  readonly seed: number;
  readonly from: number;
  readonly runs: number;
}

/**
 * Runs the attacks with the numbers `from` to `from + runs - 1`. The seed and the number together determine
 * an attack.
 */
export async function runAttacks({ seed, from, runs }: AttackSpan): Promise<AttackFigures> {
  const service = await startDatedService();
  const scratch = tempDir();
  const figures = noAttacks();
  try {
    const template = await makeTemplate(service, join(scratch.path, 'template'));
    for (let number = from; number < from + runs; number += 1) {
      const folder = tempDir();
      const parts = { service, template, figures, folder: folder.path };
      await attack(createRandom(mixSeed(seed, number)), parts, `seed ${seed}, run ${number}`);
      folder.remove();
      figures.runs += 1;
    }
  } finally {
    await service.dispose();
    scratch.remove();
  }
  return figures;
}

async function makeTemplate(service: DatedService, folder: string): Promise<Template> {
  const fetchedMs = new Map<string, number>();
  let stored: Stored | null = null;
  for (const age of AGES) {
    const realMs = BEGIN_MS - age * DAY_MS;
    const run = await openAttacked(folder, service, { realMs, aheadMs: 0 });
    service.setDate(() => realMs + run.clock.elapsedMs());
    for (const companyId of [`c${age}`, `d${age}`]) {
      if (!(await run.fetch(companyId))) throw new Error(`the contacts of ${companyId} were not stored`);
      fetchedMs.set(companyId, realMs);
      await run.clock.advance(1_000);
    }
    run.saveNote(`c${age}`);
    if (age < 100) await run.backUp();
    stored = await run.stored();
    await run.dispose();
  }
  if (stored === null) throw new Error('nothing was stored');
  return { folder, truth: { ...stored, fetchedMs } };
}

/** Returns a random date error in ms: 1 hour to 10 years, in either direction, on a logarithmic scale. */
function wrongBy(random: Random): number {
  const [least, most] = [Math.log(HOUR_MS), Math.log(10 * YEAR_MS)];
  return Math.round(Math.exp(least + random.next() * (most - least))) * (random.chance(0.5) ? 1 : -1);
}

/** How wrong the dates of the laptop and of the service are during one run of the app. */
interface Dates {
  /** The laptop's error in ms; 0 if its date is correct. */
  readonly laptopMs: number;
  /** Whether the laptop's date is already wrong when the app starts. Otherwise, it becomes wrong later. */
  readonly isLaptopWrongFirst: boolean;
  /** The service's error in ms; 0 if its date is correct. */
  readonly serviceMs: number;
  /** Which of the service's responses have a wrong date. */
  readonly wrongResponses: 'first' | 'all' | 'later';
}

function datesOf(random: Random): Dates {
  const which = random.pick(['laptop', 'service', 'both'] as const);
  const laptopMs = which === 'service' ? 0 : wrongBy(random);
  let serviceMs = which === 'laptop' ? 0 : wrongBy(random);
  while (Math.abs(serviceMs - laptopMs) <= DAY_MS && Math.abs(laptopMs) > DAY_MS) serviceMs = wrongBy(random);
  const wrongResponses = random.pick(['first', 'first', 'all', 'later'] as const);
  return { laptopMs, isLaptopWrongFirst: random.chance(0.7), serviceMs, wrongResponses };
}

const RIGHT: Dates = { laptopMs: 0, isLaptopWrongFirst: true, serviceMs: 0, wrongResponses: 'all' };

interface Attack {
  readonly service: DatedService;
  readonly template: Template;
  readonly figures: AttackFigures;
  readonly folder: string;
}

async function attack(
  random: Random,
  { service, template, figures, folder }: Attack,
  name: string,
): Promise<void> {
  const truth: Truth = { ...template.truth, fetchedMs: new Map(template.truth.fetchedMs) };
  copyAsAfterCrash(template.folder, join(folder, '0'));
  const starts = random.int(1, 2);
  let realMs = BEGIN_MS;
  // In the last two starts, the dates of the laptop and the service are correct. If an attack made the app
  // store contacts with a wrong date, the app now deletes these contacts, and the comparison reports them as
  // lost.
  for (let start = 0; start < starts + 2; start += 1) {
    const isAttack = start < starts;
    const dates = isAttack ? datesOf(random) : RIGHT;
    realMs += random.pick([HOUR_MS, 20 * HOUR_MS, 3 * DAY_MS, 9 * DAY_MS]);
    const dataDir = join(folder, String(start));
    const aheadMs = dates.isLaptopWrongFirst ? dates.laptopMs : 0;
    const run = await openAttacked(dataDir, service, { realMs, aheadMs });
    const isOnline = !isAttack || random.chance(0.75);
    await useApp(random, run, { service, realMs, dates, isOnline, truth, figures, isAttack });
    compare(await run.stored(), { truth, figures, name, nowMs: realMs + run.clock.elapsedMs() });
    figures.starts += 1;
    if (Math.max(Math.abs(dates.laptopMs), Math.abs(dates.serviceMs)) > DAY_MS) figures.wrongStarts += 1;
    if (run.asks()) figures.questions += 1;
    realMs += run.clock.elapsedMs();
    const hasCrashed = random.chance(0.3);
    if (hasCrashed) copyAsAfterCrash(dataDir, join(folder, String(start + 1)));
    await run.dispose();
    if (!hasCrashed) copyAsAfterCrash(dataDir, join(folder, String(start + 1)));
  }
}

interface Use {
  readonly service: DatedService;
  readonly realMs: number;
  readonly dates: Dates;
  readonly isOnline: boolean;
  readonly isAttack: boolean;
  readonly truth: Truth;
  readonly figures: AttackFigures;
}

async function useApp(random: Random, run: AttackedRun, use: Use): Promise<void> {
  const { service, realMs, dates, isOnline, isAttack, truth, figures } = use;
  const nowMs = (): number => realMs + run.clock.elapsedMs();
  let responses = 0;
  const isWrong = (): boolean =>
    dates.wrongResponses === 'all' || (dates.wrongResponses === 'first') === (responses === 0);
  service.setDate(isOnline ? () => nowMs() + (isWrong() ? dates.serviceMs : 0) : null);
  const fetchOne = async (): Promise<void> => {
    const age = random.pick(AGES.slice(2));
    const companyId = random.chance(0.5) ? `n${random.int(1, 9)}` : `c${age}`;
    if (await run.fetch(companyId)) {
      truth.fetchedMs.set(companyId, nowMs());
      responses += 1;
      figures.requests += 1;
    }
    await run.clock.advance(2_000);
  };
  const steps = isAttack ? random.int(0, 4) : 3;
  for (let step = 0; step < steps; step += 1) {
    if (!dates.isLaptopWrongFirst && step === 1) run.clock.setWall(dates.laptopMs);
    if (!isAttack || random.chance(0.6)) await fetchOne();
    if (random.chance(0.3)) await run.clock.advance(random.int(1, 30) * HOUR_MS);
    if (random.chance(0.1)) run.clock.setWall(random.chance(0.5) ? 0 : dates.laptopMs);
  }
  await run.clock.advance(2 * HOUR_MS);
}

function compare(
  stored: Stored,
  { truth, figures, name, nowMs }: { truth: Truth; figures: AttackFigures; name: string; nowMs: number },
): void {
  for (const [companyId, fetchedMs] of [...truth.fetchedMs]) {
    if (stored.companies.has(companyId)) continue;
    truth.fetchedMs.delete(companyId);
    const ageDays = Math.floor((nowMs - fetchedMs) / DAY_MS);
    if (ageDays >= 365) figures.expired += 1;
    else figures.lost.push(`${name}: contacts of ${companyId}, ${ageDays} days old`);
  }
  for (const what of ['notes', 'ledgerRows', 'handBackups'] as const) {
    if (stored[what] < truth[what]) figures.lost.push(`${name}: ${what} ${truth[what]} to ${stored[what]}`);
    truth[what] = stored[what];
  }
}
