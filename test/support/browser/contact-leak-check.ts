import { existsSync } from 'node:fs';
import type { BrowserContext, Request } from '@playwright/test';
import { findPlaintext } from '../privacy/plaintext-scan.ts';

/*
 * Goal T3 of `npm run security`, checked in every browser test. When a test closes its app, the data folder,
 * the log and the page's requests must not contain any contact that the page received. Text copied by the
 * page must not contain contacts of more than one company.
 */

/**
 * A string in the profile URL of every simulated contact. The check searches for this string, so it also
 * finds leaked contacts that the page never received.
 */
const PROFILE_URL_PART = 'linkedin.example/in/';
const MIN_LENGTH = 6;

export interface LeakPlaces {
  readonly folder: string;
  readonly log: string;
}
export interface ContactLeakCheck {
  /**
   * Throws an error that lists each leaked contact and where it was found. `places.folder` must still exist.
   */
  expectNoLeaks(places: LeakPlaces): void;
}

/** Strings that identify one company's contacts. Each reply contains contacts of one company only. */
type CompanyTexts = ReadonlySet<string>;

const text = (value: object, key: string): string => {
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : '';
};

function contactTextsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(contactTextsIn);
  if (typeof value !== 'object' || value === null) return [];
  const isContact = 'personId' in value && 'linkedinUrl' in value;
  const texts = isContact ? ['name', 'email', 'linkedinUrl'].map((key) => text(value, key)) : [];
  return [
    ...texts.filter((each) => each.length >= MIN_LENGTH),
    ...Object.values(value).flatMap(contactTextsIn),
  ];
}

function contactTextsOfFrame(frame: string): CompanyTexts | null {
  if (!frame.includes('"personId"')) return null;
  try {
    const contacts = contactTextsIn(JSON.parse(frame));
    return contacts.length === 0 ? null : new Set(contacts);
  } catch {
    return null;
  }
}

/**
 * Returns whether a request opens a contact's profile page, as a click on its link does. Such a request is
 * not a leak.
 */
const isProfileNavigation = (request: Request): boolean =>
  request.isNavigationRequest() && new URL(request.url()).host === 'linkedin.example';

/** Starts the leak check. Call it before the context opens its first page. */
export async function watchContacts(context: BrowserContext): Promise<ContactLeakCheck> {
  const companies: CompanyTexts[] = [];
  const requested: string[] = [];
  const copied: string[] = [];
  context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const contacts = contactTextsOfFrame(String(payload));
        if (contacts !== null) companies.push(contacts);
      }),
    ),
  );
  context.on('request', (request) => {
    if (isProfileNavigation(request)) return;
    requested.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  await context.exposeBinding(
    'canaryCopied',
    (_source, copiedText: unknown) => void copied.push(String(copiedText)),
  );
  await context.addInitScript(reportCopies);
  return {
    expectNoLeaks: ({ folder, log }) => {
      const markers = new Set([PROFILE_URL_PART, ...companies.flatMap((contacts) => [...contacts])]);
      const inText = (place: string, copiedText: string): string[] => {
        const lowerCase = copiedText.toLowerCase();
        return [...markers]
          .filter((each) => lowerCase.includes(each.toLowerCase()))
          .map((each) => `${place}: ${each}`);
      };
      const onDisk = existsSync(folder) ? findPlaintext(folder, [...markers]).hits : [];
      const hits = [
        ...onDisk,
        ...inText('log', log),
        ...inText('request', requested.join('\n')),
        ...copied
          .filter((copiedText) => !identifiesOneCompany(copiedText, companies))
          .map((copiedText) => `copied: ${copiedText.slice(0, 200)}`),
      ];
      if (hits.length > 0) throw new Error(`contacts outside their places:\n${hits.slice(0, 20).join('\n')}`);
    },
  };
}

/**
 * Returns whether copied text identifies contacts of at most one company. Text that identifies contacts of
 * several companies is a leak.
 */
function identifiesOneCompany(copiedText: string, companies: readonly CompanyTexts[]): boolean {
  const identified = [...new Set(companies.flatMap((contacts) => [...contacts]))].filter((each) =>
    copiedText.includes(each),
  );
  return (
    identified.length === 0 || companies.some((contacts) => identified.every((each) => contacts.has(each)))
  );
}

/** Reports copied text to the test. Runs in the page before the page's own scripts. */
function reportCopies(): void {
  const report = (copiedText: string): void => {
    const binding: unknown = Reflect.get(window, 'canaryCopied');
    if (copiedText !== '' && typeof binding === 'function') void binding(copiedText);
  };
  // `navigator.clipboard` is undefined outside secure contexts.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const write = clipboard?.writeText.bind(clipboard);
  if (clipboard !== undefined && write !== undefined)
    clipboard.writeText = (copiedText) => {
      report(copiedText);
      return write(copiedText);
    };
  addEventListener('copy', ({ clipboardData, defaultPrevented }) => {
    // If the page called `preventDefault`, the browser copies the data that the page set. Otherwise, it
    // copies the selection.
    report(defaultPrevented ? (clipboardData?.getData('text/plain') ?? '') : String(getSelection() ?? ''));
  });
}
