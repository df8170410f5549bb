import { LANES, type Lane } from '../../../shared/model/budget.ts';
import type { Clock, Dispose } from '../ports.ts';

/** What a call at the head of the queue is told. */
export type Attempt<G> =
  | { readonly kind: 'granted'; readonly grant: G }
  | { readonly kind: 'wait'; readonly forMs: number }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface Waiting<G> {
  /** Names the place in the queue; never used again. */
  readonly id: number;
  lane: Lane;
  /** Nothing else is under way while this call is. */
  readonly alone: boolean;
  /** Decides and, on `granted`, has already reserved. `waitedMs` since it entered. */
  attempt(waitedMs: number): Attempt<G>;
}

/** One queue for all calls, served by lane and then by age; at most two under way, one for background lanes. */
export interface CallQueue<G> {
  enter(waiting: Waiting<G>): Promise<G>;
  /** A granted call ended. */
  leave(waiting: Waiting<G>): void;
  /** Something changed that may let a call go or must refuse it. */
  review(): void;
  /** Waiting and under way. */
  size(): number;
  /** What waits, in the order in which it is served. */
  waiting(): readonly Waiting<G>[];
  underWay(): readonly Waiting<G>[];
  /** Somebody waits for it now: from here on it is served in this lane, as if it had just entered. */
  promote(id: number, lane: Lane): void;
  /** Takes a waiting call out; false where it does not wait. */
  remove(id: number, error: unknown): boolean;
  /** Refuses whatever waits and takes nothing more. */
  dispose(error: unknown): void;
}

const UNDER_WAY_MAX = 2;
const BACKGROUND_MAX = 1;

interface Place<G> {
  readonly waiting: Waiting<G>;
  readonly sinceMs: number;
  resolve(grant: G): void;
  reject(error: unknown): void;
}

/** `mayPair`: whether two calls may be under way at once now. */
export const createCallQueue = <G>(clock: Clock, mayPair: () => boolean): CallQueue<G> =>
  new LaneQueue<G>(clock, mayPair);

class LaneQueue<G> implements CallQueue<G> {
  readonly #clock: Clock;
  readonly #mayPair: () => boolean;
  readonly #places: Place<G>[] = [];
  readonly #underWay = new Set<Waiting<G>>();
  #cancelTimer: Dispose | null = null;
  #closedWith: { readonly error: unknown } | null = null;
  #isReviewing = false;
  #reviewAgain = false;

  constructor(clock: Clock, mayPair: () => boolean) {
    this.#clock = clock;
    this.#mayPair = mayPair;
  }

  enter(waiting: Waiting<G>): Promise<G> {
    if (this.#closedWith !== null) return Promise.reject(this.#closedWith.error);
    return new Promise((resolve, reject) => {
      this.#insert({ waiting, sinceMs: this.#clock.monotonicMs(), resolve, reject });
      this.review();
    });
  }

  promote(id: number, lane: Lane): void {
    const at = this.#places.findIndex(({ waiting }) => waiting.id === id);
    const [place] = at === -1 ? [] : this.#places.splice(at, 1);
    if (place === undefined) return;
    place.waiting.lane = lane;
    this.#insert({ ...place, sinceMs: this.#clock.monotonicMs() });
    this.review();
  }

  leave(waiting: Waiting<G>): void {
    this.#underWay.delete(waiting);
    this.review();
  }

  /** An attempt may itself call for a review, since it changes what others see: never nested, always once more. */
  review(): void {
    this.#reviewAgain = true;
    if (this.#isReviewing) return;
    this.#isReviewing = true;
    try {
      while (this.#reviewAgain && this.#closedWith === null) {
        this.#reviewAgain = false;
        this.#serveAll();
      }
    } finally {
      this.#isReviewing = false;
    }
  }

  waiting(): readonly Waiting<G>[] {
    return this.#places.map(({ waiting }) => waiting);
  }

  underWay(): readonly Waiting<G>[] {
    return [...this.#underWay];
  }

  remove(id: number, error: unknown): boolean {
    const at = this.#places.findIndex(({ waiting }) => waiting.id === id);
    if (at === -1) return false;
    for (const { reject } of this.#places.splice(at, 1)) reject(error);
    this.review();
    return true;
  }

  size(): number {
    return this.#places.length + this.#underWay.size;
  }

  dispose(error: unknown): void {
    this.#closedWith = { error };
    this.#stopTimer();
    for (const { reject } of this.#places.splice(0)) reject(error);
    this.#underWay.clear();
  }

  #insert(place: Place<G>): void {
    const rank = LANES.indexOf(place.waiting.lane);
    const later = this.#places.findIndex((other) => LANES.indexOf(other.waiting.lane) > rank);
    this.#places.splice(later === -1 ? this.#places.length : later, 0, place);
  }

  #serveAll(): void {
    this.#stopTimer();
    let nextInMs = Infinity;
    for (const place of [...this.#places]) {
      if (!this.#hasRoom(place.waiting)) {
        // A call that must be alone would wait for ever if others kept overtaking it.
        if (place.waiting.alone) break;
        continue;
      }
      const attempt = this.#attempt(place);
      if (attempt.kind === 'wait') nextInMs = Math.min(nextInMs, attempt.forMs);
      else this.#settle(place, attempt);
    }
    if (nextInMs === Infinity) return;
    this.#cancelTimer = this.#clock.after(Math.max(1, Math.ceil(nextInMs)), () => {
      this.#cancelTimer = null;
      this.review();
    });
  }

  #attempt({ waiting, sinceMs }: Place<G>): Attempt<G> {
    try {
      return waiting.attempt(this.#clock.monotonicMs() - sinceMs);
    } catch (error) {
      return { kind: 'refused', error };
    }
  }

  #settle(place: Place<G>, attempt: Exclude<Attempt<G>, { kind: 'wait' }>): void {
    this.#places.splice(this.#places.indexOf(place), 1);
    if (attempt.kind === 'refused') return place.reject(attempt.error);
    this.#underWay.add(place.waiting);
    place.resolve(attempt.grant);
  }

  #hasRoom({ lane, alone }: Waiting<G>): boolean {
    const calls = [...this.#underWay];
    if (calls.length === 0) return true;
    if (alone || calls.some((call) => call.alone)) return false;
    if (!this.#mayPair() || calls.length >= UNDER_WAY_MAX) return false;
    return (
      lane === 'interactive' || calls.filter((call) => call.lane !== 'interactive').length < BACKGROUND_MAX
    );
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
