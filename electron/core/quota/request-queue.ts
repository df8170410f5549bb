import { LANES, type Lane } from '../../../shared/model/budget.ts';
import type { Clock, Dispose } from '../ports.ts';

/** The result of an attempt to start a waiting request. */
export type Attempt<G> =
  | { readonly kind: 'granted'; readonly grant: G }
  | { readonly kind: 'wait'; readonly forMs: number }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface WaitingRequest<G> {
  /** A unique id that is never reused. */
  readonly id: number;
  lane: Lane;
  /** Whether the request must not run at the same time as any other request. */
  readonly alone: boolean;
  /**
   * Tries to start the request. If the result is `granted`, the cost has been reserved. `waitedMs` is the
   * time since the request entered the queue or was promoted.
   */
  attempt(waitedMs: number): Attempt<G>;
}

/**
 * The queue of all requests, ordered by lane and then by age. At most two requests run at the same time, at
 * most one of them in the background.
 */
export interface CallQueue<G> {
  enter(waiting: WaitingRequest<G>): Promise<G>;
  /** Must be called when a granted request has ended. */
  leave(waiting: WaitingRequest<G>): void;
  /**
   * Tries again to start the waiting requests. Must be called after each change that may admit or refuse one
   * of them.
   */
  review(): void;
  /** Returns the number of waiting and running requests. */
  size(): number;
  /** Returns the waiting requests in sending order. */
  waiting(): readonly WaitingRequest<G>[];
  underWay(): readonly WaitingRequest<G>[];
  /** Moves a waiting request to the end of another lane and restarts its waiting time. */
  promote(id: number, lane: Lane): void;
  /**
   * Removes a waiting request and rejects the promise of `enter` with `error`.
   * @returns false if no waiting request has this id
   */
  remove(id: number, error: unknown): boolean;
  /** Rejects all waiting requests, and all later ones, with `error`. */
  dispose(error: unknown): void;
}

const UNDER_WAY_MAX = 2;
const BACKGROUND_MAX = 1;

interface Place<G> {
  readonly waiting: WaitingRequest<G>;
  readonly sinceMs: number;
  resolve(grant: G): void;
  reject(error: unknown): void;
}

/** Creates the queue. `mayPair` returns whether two requests may currently run at the same time. */
export const createCallQueue = <G>(clock: Clock, mayPair: () => boolean): CallQueue<G> =>
  new LaneQueue<G>(clock, mayPair);

class LaneQueue<G> implements CallQueue<G> {
  readonly #clock: Clock;
  readonly #mayPair: () => boolean;
  readonly #places: Place<G>[] = [];
  readonly #underWay = new Set<WaitingRequest<G>>();
  #cancelTimer: Dispose | null = null;
  #closedWith: { readonly error: unknown } | null = null;
  #isReviewing = false;
  #reviewAgain = false;

  constructor(clock: Clock, mayPair: () => boolean) {
    this.#clock = clock;
    this.#mayPair = mayPair;
  }

  enter(waiting: WaitingRequest<G>): Promise<G> {
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

  leave(waiting: WaitingRequest<G>): void {
    this.#underWay.delete(waiting);
    this.review();
  }

  /**
   * Reviews are never nested. If `review` is called during a review, the next review starts after the current
   * one.
   */
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

  waiting(): readonly WaitingRequest<G>[] {
    return this.#places.map(({ waiting }) => waiting);
  }

  underWay(): readonly WaitingRequest<G>[] {
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
        // If a request that must run alone cannot start yet, all requests behind it wait too. Otherwise,
        // later requests could keep starting first, and this request would never run.
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

  #hasRoom({ lane, alone }: WaitingRequest<G>): boolean {
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
