import type { LimitName } from './budgets.ts';
import type { KeyType } from './state.ts';

/** One call as the service recorded it, for a row-by-row comparison with a client's ledger. */
export interface TranscriptEntry {
  /** Counts from 1. */
  readonly seq: number;
  /** Virtual time of arrival. */
  readonly atMs: number;
  readonly realAtMs: number;
  readonly method: string;
  readonly path: string;
  /** As received, without the question mark; never contains a key. */
  readonly query: string;
  readonly keyType: KeyType | null;
  /** 0 if the connection was cut before the request was processed. */
  readonly status: number;
  readonly rows: number;
  readonly charged: {
    readonly requests: number;
    readonly records: number;
    readonly pageTurns: number;
    /** 1 if the company was new for the daily unique budget. */
    readonly companies: number;
  };
  readonly limitType?: LimitName;
  /** Parameters that the endpoint does not have. */
  readonly unknownParameters?: readonly string[];
  /** The kind of the fault applied to this call. */
  readonly fault?: string;
}

export interface Transcript {
  add(entry: Omit<TranscriptEntry, 'seq'>): void;
  /** Entries after `sinceSeq`, oldest first. */
  since(sinceSeq: number): TranscriptEntry[];
}

const CAPACITY = 50_000;

/** Retains the newest 50,000 calls and removes keys from URLs. */
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
      // Dropped in blocks, because removing the first element of a long array each time is slow.
      if (entries.length > CAPACITY + 1_000) entries.splice(0, entries.length - CAPACITY);
    },
    since: (sinceSeq) => entries.slice(-CAPACITY).filter((entry) => entry.seq > sinceSeq),
  };
}
