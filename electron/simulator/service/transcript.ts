import type { LimitName } from './budgets.ts';
import type { KeyType } from './state.ts';

/**
 * A request as recorded by the service. Tests compare the entries one by one with the client's request
 * history.
 */
export interface TranscriptEntry {
  /** Sequence number, starting at 1. */
  readonly seq: number;
  /** Virtual time at which the request arrived. */
  readonly atMs: number;
  readonly realAtMs: number;
  readonly method: string;
  readonly path: string;
  /** The query string, without the question mark and with keys replaced by `[key]`. */
  readonly query: string;
  readonly keyType: KeyType | null;
  /** The status of the response; 0 if a fault dropped the request before the service processed it. */
  readonly status: number;
  readonly rows: number;
  readonly charged: {
    readonly requests: number;
    readonly records: number;
    readonly pageTurns: number;
    /**
     * 1 if the request counted toward the daily budget of distinct companies, because the company had not
     * been viewed that day; otherwise 0.
     */
    readonly companies: number;
  };
  readonly limitType?: LimitName;
  /** Names of the request's parameters that the endpoint does not define. */
  readonly unknownParameters?: readonly string[];
  /**
   * The kinds of the fault's actions, such as `delay+reset-after`. Set only if a fault affected the request.
   */
  readonly fault?: string;
}

export interface Transcript {
  add(entry: Omit<TranscriptEntry, 'seq'>): void;
  /** Returns the entries after `sinceSeq`, oldest first. */
  since(sinceSeq: number): TranscriptEntry[];
}

const CAPACITY = 50_000;

/** Creates a transcript of the latest 50,000 requests, with keys removed from their URLs. */
export function createTranscript(secrets: readonly string[]): Transcript {
  const entries: TranscriptEntry[] = [];
  let nextSeq = 1;
  const redact = (text: string): string =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
      .replace(/fs_(live|test)_[\w-]+/g, '[key]')
      .replace(/((?:^|[?&])[^=&]*(?:key|token|auth)[^=&]*=)[^&]*/gi, '$1[key]');
  return {
    add: (entry) => {
      entries.push({ seq: nextSeq, ...entry, path: redact(entry.path), query: redact(entry.query) });
      nextSeq += 1;
      // Removes old entries in blocks of at least 1,000, because removing one entry from the start of a long
      // array for each request would be slow.
      if (entries.length > CAPACITY + 1_000) entries.splice(0, entries.length - CAPACITY);
    },
    since: (sinceSeq) => entries.slice(-CAPACITY).filter((entry) => entry.seq > sinceSeq),
  };
}
