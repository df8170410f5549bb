import type { PeopleMode, SecretPlace } from '../../../../shared/model/workspace.ts';
import { account as words } from './strings.ts';

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

/** What is wrong with the form, by field; empty when it can be sent. */
export function connectErrorStrings(form: ConnectForm): ConnectErrors {
  const errors: ConnectErrors = {};
  const url = urlError(form.baseUrl.trim());
  if (url !== null) errors.baseUrl = url;
  if (form.apiKey.trim() === '') errors.apiKey = words.connect.needsKey;
  return form.people === 'passphrase' ? { ...errors, ...passphraseErrors(form) } : errors;
}

/** What is wrong with a new passphrase and its repetition. */
export function passphraseErrors({
  passphrase,
  again,
}: Pick<ConnectForm, 'passphrase' | 'again'>): ConnectErrors {
  if (passphrase.length < PASSPHRASE_MIN) return { passphrase: words.people.short };
  return passphrase === again ? {} : { again: words.people.differs };
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
