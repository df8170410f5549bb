import { existsSync } from 'node:fs';
import type { BrowserContext, Request } from '@playwright/test';
import { findPlaintext } from '../privacy/plaintext-scan.ts';

/*
 * T3 for every browser test: when a test closes its app, all contacts that the page received are searched for
 * in the data folder, the log, the page's requests and the copied text. A leak fails the test that caused it.
 */

/** Part of the profile URL of every generated contact, shown or not. */
const EVERYBODY = 'linkedin.example/in/';
const SHORTEST = 6;

export interface Places {
  readonly folder: string;
  readonly log: string;
}
export interface Canary {
  /** @throws Error naming each leaked contact and its place; call it before the folder is removed */
  expectNowhere(places: Places): void;
}

/** Texts that identify the contacts of one reply, which belong to one company. */
type Company = ReadonlySet<string>;

const text = (value: object, key: string): string => {
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
};

function peopleIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(peopleIn);
  if (typeof value !== 'object' || value === null) return [];
  const isPerson = 'personId' in value && 'linkedinUrl' in value;
  const own = isPerson ? ['name', 'email', 'linkedinUrl'].map((key) => text(value, key)) : [];
  return [...own.filter((each) => each.length >= SHORTEST), ...Object.values(value).flatMap(peopleIn)];
}

function peopleOf(frame: string): Company | null {
  if (!frame.includes('"personId"')) return null;
  try {
    const people = peopleIn(JSON.parse(frame));
    return people.length === 0 ? null : new Set(people);
  } catch {
    return null;
  }
}

/** A navigation to a contact's profile page, which only the user opens. */
const isOpened = (request: Request): boolean =>
  request.isNavigationRequest() && new URL(request.url()).host === 'linkedin.example';

/** @param context the browser context, before its first page opens */
export async function watchPeople(context: BrowserContext): Promise<Canary> {
  const companies: Company[] = [];
  const asked: string[] = [];
  const copied: string[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const people = peopleOf(String(payload));
        if (people !== null) companies.push(people);
      }),
    ),
  );
  context.on('request', (request) => {
    if (isOpened(request)) return;
    asked.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  await context.exposeBinding('canaryCopied', (_source, words: unknown) => void copied.push(String(words)));
  await context.addInitScript(reportCopies);
  return {
    expectNowhere: ({ folder, log }) => {
      const markers = new Set([EVERYBODY, ...companies.flatMap((people) => [...people])]);
      const inText = (place: string, words: string): string[] => {
        const small = words.toLowerCase();
        return [...markers]
          .filter((each) => small.includes(each.toLowerCase()))
          .map((each) => `${place}: ${each}`);
      };
      const onDisk = existsSync(folder) ? findPlaintext(folder, [...markers]).hits : [];
      const hits = [
        ...onDisk,
        ...inText('log', log),
        ...inText('request', asked.join('\n')),
        ...copied
          .filter((words) => !isOfOneCompany(words, companies))
          .map((words) => `copied: ${words.slice(0, 200)}`),
      ];
      if (hits.length > 0) throw new Error(`people outside their places:\n${hits.slice(0, 20).join('\n')}`);
    },
  };
}

/** Copied text may identify contacts of one company, because the user copied them, but never of two. */
function isOfOneCompany(words: string, companies: readonly Company[]): boolean {
  const named = [...new Set(companies.flatMap((people) => [...people]))].filter((each) =>
    words.includes(each),
  );
  return named.length === 0 || companies.some((people) => named.every((each) => people.has(each)));
}

/** Runs in the page before its own scripts. */
function reportCopies(): void {
  const tell = (words: string): void => {
    const binding: unknown = Reflect.get(window, 'canaryCopied');
    if (words !== '' && typeof binding === 'function') void binding(words);
  };
  // Undefined on pages without a secure context.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const write = clipboard?.writeText.bind(clipboard);
  if (clipboard !== undefined && write !== undefined)
    clipboard.writeText = (words) => {
      tell(words);
      return write(words);
    };
  addEventListener('copy', ({ clipboardData, defaultPrevented }) => {
    // If the page did not set other data, the browser copies the selection.
    tell(defaultPrevented ? (clipboardData?.getData('text/plain') ?? '') : String(getSelection() ?? ''));
  });
}
