import type { PeopleMode, SecretPlace } from '../../../../shared/model/workspace.ts';
import { isLoopback } from './base-url-advice.ts';
import { account as strings } from './strings.ts';

/** The content of the form that connects an account. */
export interface ConnectForm {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly place: SecretPlace;
  readonly people: Exclude<PeopleMode, 'demo'>;
  readonly passphrase: string;
  readonly again: string;
}
export type ConnectFormErrors = Partial<Record<'baseUrl' | 'apiKey' | 'passphrase' | 'again', string>>;

const PASSPHRASE_MIN = 8;

/** Returns the errors, keyed by field; empty if the form is valid. */
export function connectErrors(form: ConnectForm): ConnectFormErrors {
  const errors: ConnectFormErrors = {};
  const url = urlProblem(form.baseUrl.trim());
  if (url !== null) errors.baseUrl = url;
  if (form.apiKey.trim() === '') errors.apiKey = strings.connect.needsKey;
  return form.people === 'passphrase' ? { ...errors, ...passphraseErrors(form) } : errors;
}

/** Returns the errors in a new passphrase and its repetition. */
export function passphraseErrors({
  passphrase,
  again,
}: Pick<ConnectForm, 'passphrase' | 'again'>): ConnectFormErrors {
  if (passphrase.length < PASSPHRASE_MIN) return { passphrase: strings.people.short };
  return passphrase === again ? {} : { again: strings.people.differs };
}

function urlProblem(text: string): string | null {
  if (text === '') return strings.connect.needsUrl;
  if (!URL.canParse(text)) return strings.connect.badUrl;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return null;
  if (protocol !== 'http:') return strings.connect.badUrl;
  return hostname === 'localhost' ? strings.connect.localName : strings.connect.insecureUrl;
}
