import type { PeopleMode, SecretPlace, SecretState } from '../../shared/model/workspace.ts';
import { firstRun } from './words.ts';

/** What the seller typed and chose on the second door. */
export interface ConnectForm {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly place: SecretPlace;
  readonly people: Exclude<PeopleMode, 'demo'>;
  readonly passphrase: string;
  readonly again: string;
}
export type ConnectErrors = Partial<Record<'baseUrl' | 'apiKey' | 'passphrase' | 'again', string>>;

const PASSPHRASE_MIN = 8;
const words = firstRun;

/** What is wrong with the form, by field; empty when it can be sent. */
export function connectErrors(form: ConnectForm): ConnectErrors {
  const errors: ConnectErrors = {};
  const url = urlError(form.baseUrl.trim());
  if (url !== null) errors.baseUrl = url;
  if (form.apiKey.trim() === '') errors.apiKey = words.connect.needsKey;
  if (form.people === 'passphrase') {
    if (form.passphrase.length < PASSPHRASE_MIN) errors.passphrase = words.people.short;
    else if (form.passphrase !== form.again) errors.again = words.people.differs;
  }
  return errors;
}

function urlError(text: string): string | null {
  if (text === '') return words.connect.needsUrl;
  if (!URL.canParse(text)) return words.connect.badUrl;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return null;
  return protocol === 'http:' ? words.connect.insecureUrl : words.connect.badUrl;
}

/** This machine's own addresses, where plain http is a simulator and not a leak. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** A keychain that answers keeps both secrets without a question; else the seller chooses. */
export function keychainWorks(state: SecretState): boolean {
  return state === 'ready' || state === 'absent';
}
