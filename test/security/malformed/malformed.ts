import type { Endpoint } from '../../../shared/model/budget.ts';
import { companyIdOf, endpointOf } from '../client/calls.ts';
import { goodBody } from './good-bodies.ts';
import { BODY_KINDS } from './malformed-bodies.ts';
import { HEAD_KINDS } from './malformed-heads.ts';
import type { Made } from './malformed-wire.ts';
import { createRandom, type Random } from '../support/random.ts';

/** The response of a broken or hostile service to one call. */
export interface Malformed extends Pick<Made, 'status' | 'steps' | 'end'> {
  readonly kind: string;
  readonly endpoint: Endpoint;
  /** The number of rows in a correct response, or null if the response is faulty. */
  readonly goodRows: number | null;
}

const MAKERS = { ...BODY_KINDS, ...HEAD_KINDS };

/**
 * When a slow kind of response is picked at random, the probability that it is used. If it is not used,
 * another kind is picked.
 */
const RARE: Readonly<Record<string, number>> = {
  'no response': 0.15,
  'a head, then nothing': 0.15,
  'dripping past the deadline': 0.15,
  'larger than the client reads': 0.3,
  'a small bomb': 0.5,
  'a 400 MB bomb': 0,
};
/** One response in 500 is a 400 MB bomb. This kind is never picked at random. */
const LARGE_BOMB_EVERY = 500;

const KINDS = Object.keys(MAKERS);

function kindOf(random: Random, index: number): string {
  if (index % LARGE_BOMB_EVERY === LARGE_BOMB_EVERY / 2) return 'a 400 MB bomb';
  for (;;) {
    const kind = random.pick(KINDS);
    if (random.chance(RARE[kind] ?? 1)) return kind;
  }
}

export function malformedAt(seed: number, index: number): Malformed {
  const random = createRandom(seed, index);
  const endpoint = endpointOf(seed, index);
  const kind = kindOf(random, index);
  const body = goodBody(endpoint, companyIdOf(index));
  const maker = MAKERS[kind];
  if (maker === undefined) throw new Error(`no ${kind}`);
  const { isGood = false, ...made } = maker({ random, json: JSON.stringify(body.value) });
  return { ...made, kind, endpoint, goodRows: isGood ? body.rows : null };
}
