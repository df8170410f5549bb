import { expect, it } from 'vitest';
import { createMemorySecrets } from '../../electron/adapters/memory-secrets.ts';
import { createWebhookKeys } from '../../electron/core/signals/webhook-keys.ts';
import type { SecretPlace } from '../../shared/model/workspace.ts';
import { createRandom } from './random.ts';
import { number, tell } from './figures.ts';
import { IS_FULL } from '../support/full-size.ts';

/*
 * Whether the time that the webhook's key takes to be compared tells where a guess is wrong: guesses that are wrong in their last
 * character alone beside guesses that are wrong in their first. Asked of the comparison itself, where a network's noise hides
 * nothing. A sample is one of both kinds by chance, so that whatever else the machine does falls on both alike; the slowest tenth,
 * in which something else ran, is left out of both. Welch's t below 4.5 is no difference, as it is in dudect (Reparaz, Balasch and
 * Verbauwhede, 2017).
 */
const SAMPLES = IS_FULL ? 1_000_000 : 20_000;
const WARM = 2_000;
/** Guesses in a sample: one alone takes less than the clock can tell. */
const GUESSES = 8;
const NO_DIFFERENCE = 4.5;
const KEPT = 0.9;

const KEY = 'whk_Zx3vQ1mKp9TtL7cYb2NwE5rUa8sDf4gH';

type Recognises = (guess: string) => boolean;

/** As the receiver does it, with the key of a change going on. */
async function receiversOwn(): Promise<Recognises> {
  let place: SecretPlace | null = null;
  const keys = createWebhookKeys(
    { session: createMemorySecrets(), keychain: null },
    { workspaceId: 'w1', place: () => place, setPlace: (next) => void (place = next) },
  );
  await keys.replace(`${KEY.slice(0, -1)}_`, 'session', false);
  await keys.replace(KEY, 'session', true);
  return (guess) => keys.recognise(guess) !== null;
}

/** As anybody would write it: over at the first character that differs. */
const careless: Recognises = (guess) => {
  if (guess.length !== KEY.length) return false;
  for (let at = 0; at < KEY.length; at += 1) if (guess[at] !== KEY[at]) return false;
  return true;
};

/** Strings of their own, each as flat in memory as one that came over the wire. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
const OTHERS = [...'ABCDEFGIJKLMNOPQRSTUVXYabcdeghijkl'];
const wrongLast = OTHERS.map((other) => flat(KEY.slice(0, -1) + other));
const wrongFirst = OTHERS.map((other) => flat(other + KEY.slice(1)));

interface Compared {
  /** Mean of one guess, ns. */
  readonly lastNs: number;
  readonly firstNs: number;
  readonly t: number;
}

function compare(recognises: Recognises, samples: number): Compared {
  const random = createRandom(4);
  const tookNs = { last: [] as number[], first: [] as number[] };
  let recognised = 0;
  for (let sample = -WARM; sample < samples; sample += 1) {
    const kind = random.chance(0.5) ? 'last' : 'first';
    const guesses = kind === 'last' ? wrongLast : wrongFirst;
    const from = random.int(guesses.length - GUESSES);
    const startNs = process.hrtime.bigint();
    for (let at = from; at < from + GUESSES; at += 1) if (recognises(guesses[at] ?? '')) recognised += 1;
    const took = Number(process.hrtime.bigint() - startNs) / GUESSES;
    if (sample >= 0) tookNs[kind].push(took);
  }
  expect(recognised).toBe(0);
  const limitNs = percentile([...tookNs.last, ...tookNs.first], KEPT);
  const [last, first] = [tookNs.last, tookNs.first].map((all) =>
    momentsOf(all.filter((ns) => ns <= limitNs)),
  );
  if (last === undefined || first === undefined) throw new Error('nothing was measured');
  const t = (last.mean - first.mean) / Math.sqrt(last.variance / last.count + first.variance / first.count);
  return { lastNs: last.mean, firstNs: first.mean, t };
}

function percentile(all: number[], part: number): number {
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length * part)] ?? Number.POSITIVE_INFINITY;
}
function momentsOf(all: readonly number[]): { count: number; mean: number; variance: number } {
  const count = all.length;
  const mean = all.reduce((sum, ns) => sum + ns, 0) / count;
  return { count, mean, variance: all.reduce((sum, ns) => sum + (ns - mean) ** 2, 0) / (count - 1) };
}

const toldOf = ({ lastNs, firstNs, t }: Compared): string =>
  `${lastNs.toFixed(1)} ns where the last character is wrong, ${firstNs.toFixed(1)} ns where the first is, Welch t ${t.toFixed(2)}`;

it(
  `${number(SAMPLES)} samples of wrong keys: how long one takes does not tell where it is wrong`,
  async () => {
    const compared = compare(await receiversOwn(), SAMPLES);
    tell(`W4 ${number(SAMPLES)} samples of wrong keys: ${toldOf(compared)}`);
    expect(Math.abs(compared.t)).toBeLessThan(NO_DIFFERENCE);
  },
  IS_FULL ? 600_000 : 60_000,
);

it('a comparison that ends at the first difference is found', () => {
  const compared = compare(careless, 20_000);
  tell(`W4 planted defect, a comparison that ends early: ${toldOf(compared)}`);
  expect(compared.t).toBeGreaterThan(NO_DIFFERENCE);
}, 60_000);
