import { expect, it } from 'vitest';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createWebhookKeys } from '../../../electron/core/webhook/webhook-keys.ts';
import type { SecretPlace } from '../../../shared/model/workspace.ts';
import { createRandom } from '../support/random.ts';
import { number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * The time taken to compare the webhook key must not reveal where a guess is wrong. The test times guesses
 * with a wrong first character and guesses with a wrong last character, without the network. Each sample
 * picks one of the two kinds at random, so other load on the machine affects both kinds alike. The
 * slowest tenth of the samples is dropped. A Welch's t below 4.5 counts as no difference, as in dudect
 * (Reparaz, Balasch and Verbauwhede, 2017).
 */
const SAMPLES = IS_FULL ? 1_000_000 : 20_000;
const WARM = 2_000;
/**
 * The number of guesses in one sample. They are measured together, because a single guess is too fast for the
 * clock.
 */
const GUESSES = 8;
const NO_DIFFERENCE = 4.5;
const KEPT_SHARE = 0.9;

const KEY = 'whk_Zx3vQ1mKp9TtL7cYb2NwE5rUa8sDf4gH';

type Recognises = (guess: string) => boolean;

/**
 * Returns the receiver's key check in the middle of a key change, so each guess is compared with the old and
 * the new key.
 */
async function receiverCompare(): Promise<Recognises> {
  let place: SecretPlace | null = null;
  const keys = createWebhookKeys(
    { session: createMemorySecrets(), keychain: null },
    { workspaceId: 'w1', place: () => place, setPlace: (next) => void (place = next) },
  );
  await keys.replace(`${KEY.slice(0, -1)}_`, 'session', false);
  await keys.replace(KEY, 'session', true);
  return (guess) => keys.recognise(guess) !== null;
}

/** A naive comparison that stops at the first different character. */
const naiveCompare: Recognises = (guess) => {
  if (guess.length !== KEY.length) return false;
  for (let at = 0; at < KEY.length; at += 1) if (guess[at] !== KEY[at]) return false;
  return true;
};

/** Copies a string into contiguous memory, because V8 stores strings from the network in this way. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
const OTHERS = [...'ABCDEFGIJKLMNOPQRSTUVXYabcdeghijkl'];
const wrongLast = OTHERS.map((other) => flat(KEY.slice(0, -1) + other));
const wrongFirst = OTHERS.map((other) => flat(other + KEY.slice(1)));

interface Compared {
  /** The mean time of one comparison with a guess in which only the last character is wrong. */
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
    const durations = Number(process.hrtime.bigint() - startNs) / GUESSES;
    if (sample >= 0) tookNs[kind].push(durations);
  }
  expect(recognised).toBe(0);
  const limitNs = percentile([...tookNs.last, ...tookNs.first], KEPT_SHARE);
  const [last, first] = [tookNs.last, tookNs.first].map((all) =>
    momentsOf(all.filter((ns) => ns <= limitNs)),
  );
  if (last === undefined || first === undefined) throw new Error('no samples were taken');
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

const describeTimes = ({ lastNs, firstNs, t }: Compared): string =>
  `${lastNs.toFixed(1)} ns where the last character is wrong, ${firstNs.toFixed(1)} ns where the first is, Welch t ${t.toFixed(2)}`;

it(
  `a wrong key is rejected equally fast at any position of the difference, in ${number(SAMPLES)} samples`,
  async () => {
    const compared = compare(await receiverCompare(), SAMPLES);
    reportFigure(`W4 ${number(SAMPLES)} samples of wrong keys: ${describeTimes(compared)}`);
    expect(Math.abs(compared.t)).toBeLessThan(NO_DIFFERENCE);
  },
  IS_FULL ? 600_000 : 60_000,
);

it('finds a planted comparison that ends at the first difference', () => {
  const compared = compare(naiveCompare, 20_000);
  reportFigure(`W4 planted defect, a comparison that ends early: ${describeTimes(compared)}`);
  expect(compared.t).toBeGreaterThan(NO_DIFFERENCE);
});
